"""Which names mean one attribute? Measured on labelled names."""
