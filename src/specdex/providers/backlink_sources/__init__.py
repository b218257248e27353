"""Backlink sources: who links to a site?"""
