"""Claims about bodies with their evidence, and the check that shares nothing with the search."""
