"""How does this site print them?"""
