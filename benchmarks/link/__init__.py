"""Which specifications speak of one product? Measured, and learned."""
