"""Cellwright: the window and its 3D view."""
