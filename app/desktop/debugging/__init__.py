"""Breakpoints, stops, values changed at a stop."""
