"""Expressions of one line: their trees, the ends of operands, their values and their faults."""
