"""The pane of studies: what a study asks, how far it is, and what it has found so far."""
