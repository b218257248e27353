"""Semi-supervised patterns, measured."""
