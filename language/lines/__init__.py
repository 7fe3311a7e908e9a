"""Parsing of one line to one statement: its operands, its form, and the wording of its faults."""
