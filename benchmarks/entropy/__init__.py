"""Structural-semantic entropy, measured."""
