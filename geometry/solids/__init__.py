"""Solids: the tree of primitives and booleans, and every primitive."""
