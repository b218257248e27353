"""How well are the fields of a product read?"""
