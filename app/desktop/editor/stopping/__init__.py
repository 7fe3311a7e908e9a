"""Breakpoints set by hand: the line that gets them, and the field for their condition."""
