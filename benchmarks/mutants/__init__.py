"""Whether tests notice when a paper's method is broken."""
