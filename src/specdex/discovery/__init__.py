"""Which sites are shops of this category?"""
