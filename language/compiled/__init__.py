"""What runs: the tables of 1985, and where a run goes from each statement."""
