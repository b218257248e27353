"""x."""
Suggestion = suggest = None
