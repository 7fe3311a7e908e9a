"""One line of text to one statement: its operands, its form, and its faults in words."""
