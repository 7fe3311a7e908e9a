"""Evidence for every claim of a run, and its independent check."""
