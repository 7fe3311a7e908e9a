"""Solids in files: their form, built, and written back as steps."""
