"""Documents and files that nobody would write, through everything that reads them."""
