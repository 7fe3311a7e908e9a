"""Primitives, each in a file of its own that answers all questions about it; see `primitive`."""
