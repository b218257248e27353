"""How specifications are handed out: JSON lines, CSV, Parquet, schema.org and Zyte's items."""
