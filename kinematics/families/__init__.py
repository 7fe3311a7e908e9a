"""Which family of arms a mechanism belongs to, read off its axes, and the names of its postures."""
