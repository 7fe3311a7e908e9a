"""Handles on the chosen step of a solid: its place, its sizes, its pattern, and a ghost of it."""
