"""Measuring in the 3D view: clicked features, their readings, and the distances of bodies."""
