"""What maps a function over many things: in this process, or in several."""
