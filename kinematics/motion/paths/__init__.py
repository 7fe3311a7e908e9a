"""Paths: joint values as smooth functions of a parameter, without time."""
