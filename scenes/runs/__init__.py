"""A run as values: its steps, its trace, its motion over time, its cycle."""
