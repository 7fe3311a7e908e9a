"""Handles on the things of a cell: dragged, typed, snapped, and checked while they move."""
