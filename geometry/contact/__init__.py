"""Contact of placed bodies: verdicts on pairs, contact regions, clearances."""
