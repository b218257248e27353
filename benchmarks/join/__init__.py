"""What joining a collection costs."""
