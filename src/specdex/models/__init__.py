"""Trained models as data, each made by the command ``python -m benchmarks train`` of its name.

``detection.json`` by ``train detection``, ``listings.json`` by ``train listings``,
``crawling.json`` by ``train crawling``, ``home_pages.json`` by ``train homes`` and
``synthesis.json`` by ``train synthesis``, and
``linkage.json`` by ``train linkage``.
"""

__all__: list[str] = []
