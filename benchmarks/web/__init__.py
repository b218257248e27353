"""Does the page answer at once, however large the run and however many look at it?"""
