"""Which crawler reads a new site? Schemes of known sites teach schemes for others."""

__all__: list[str] = []
