"""Which pairs does a fragment hold?"""
