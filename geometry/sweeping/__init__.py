"""Continuous collision detection: a whole motion proven free, its first contact, or a named gap."""
