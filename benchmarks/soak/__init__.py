"""Memory, descriptors and threads over many pages."""
