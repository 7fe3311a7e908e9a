"""Which placed bodies meet or how near they come: verdicts, contact regions, clearances."""
