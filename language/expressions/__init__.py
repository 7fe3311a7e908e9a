"""Expressions of one line: trees, where an operand ends, their values, what is wrong with them."""
