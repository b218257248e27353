"""Are values understood? Measured on printed and normalised values."""
