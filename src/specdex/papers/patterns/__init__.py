"""Patterns from a handful of seeds: pairs read at the level of characters, not of the tree."""
