"""Solvers of seven axes: at an elbow angle, with a joint locked, and by temporary angles."""
