"""Robot files to values and back, the list of robots, arms drawn from their mechanism alone."""
