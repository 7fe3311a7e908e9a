"""The least distances of a run, found and proven."""
