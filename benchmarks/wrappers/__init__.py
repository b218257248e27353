"""How well are wrappers learned?"""
