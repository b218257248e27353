"""Labelled product pages in layouts drawn at random: more templates than anybody labels by hand."""
