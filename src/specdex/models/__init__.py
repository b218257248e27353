"""Trained models as data. ``detection.json`` is made by ``specdex train detection``."""

__all__: list[str] = []
