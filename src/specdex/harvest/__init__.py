"""A harvest: discover, crawl, extract, learn and join, in rounds, through one run folder."""
