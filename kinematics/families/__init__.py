"""The family of arms that a mechanism belongs to, found from its joint axes, and its postures."""
