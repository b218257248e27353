"""A run under a file layer that fails, and harvests that are killed at every step."""
