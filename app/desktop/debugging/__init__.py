"""Breakpoints, stops, and values changed at a stop."""
