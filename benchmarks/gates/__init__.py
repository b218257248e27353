"""Quality floors: they only go up."""
