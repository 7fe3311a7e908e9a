"""Texts of AS and V+ that a program makes of other texts, and what it finds in them."""
