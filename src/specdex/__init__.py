"""specdex turns the web's shops into one trustworthy collection of product specifications."""

__all__ = ["__version__"]

__version__ = "0.1.0"
