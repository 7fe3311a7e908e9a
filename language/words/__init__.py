"""Tokens, numbers and words of the language, words that look like them, and diagnostics."""
