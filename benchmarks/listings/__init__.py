"""How well are the records of listing pages read, and what trains their reader?"""
