"""Claims about bodies with their evidence, and a check that shares no code with the search."""
