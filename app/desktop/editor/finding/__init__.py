"""Searching a program: the query, its matches, their marks."""
