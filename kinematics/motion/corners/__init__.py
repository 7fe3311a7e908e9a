"""Rounded corners between two motions: their shape, and the bounds that show what they keep."""
