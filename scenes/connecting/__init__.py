"""Ways round: joint motions that lead from the start of a motion to its goal without contact."""
