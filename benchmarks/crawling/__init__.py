"""How well does a walk find product pages?"""
