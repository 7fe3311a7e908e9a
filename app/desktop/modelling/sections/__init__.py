"""Sections of the panel Properties: facts and forms of a selected thing, a file for each kind."""
