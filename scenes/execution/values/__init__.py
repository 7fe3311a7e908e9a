"""What the names and functions of a running program are worth."""
