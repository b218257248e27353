"""Audits against large registers, measured."""
