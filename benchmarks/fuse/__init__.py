"""What is believed where sites contradict each other? Measured on flights."""
