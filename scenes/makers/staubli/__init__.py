"""Staubli VAL3: applications of `.pgx`, `.dtx` and `.pjx` files, written, read back, and read."""
