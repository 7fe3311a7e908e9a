"""Parts that the work changes: cut by a swept tool, pressed, bent."""
