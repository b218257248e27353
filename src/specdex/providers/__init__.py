"""How services of others are asked: once, patiently, within their quota, with keys kept secret."""
