"""One history for window and console: stop, step back, look, change."""
