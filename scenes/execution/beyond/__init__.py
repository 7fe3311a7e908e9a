"""What cannot be carried out behind the statement at which a run ends."""
