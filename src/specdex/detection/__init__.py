"""Where on a page is the specification?"""
