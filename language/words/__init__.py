"""Tokens, numbers and words of the language, similar foreign words, and diagnostics."""
