"""The compiled program: the tables of 1985, and the control flow between statements."""
