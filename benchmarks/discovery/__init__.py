"""How well are shops found, on a synthetic web?"""
