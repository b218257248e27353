"""Labelled data, scores, gates, speed, papers' tables, training: beside the wheel, not in it."""
