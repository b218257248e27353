"""What does a collection hold, and how good is it?"""
