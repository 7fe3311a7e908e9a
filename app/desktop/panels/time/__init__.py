"""The time line: the run from its start to its end, with what was found in it."""
