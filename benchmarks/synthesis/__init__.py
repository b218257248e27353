"""How well are crawlers synthesised, and what trains that?"""
