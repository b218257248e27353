"""Search engines: who publishes a product?"""
