"""Cross-supervised synthesis as its paper has it: crawlers for new sites from known data."""
