"""FANUC LS: programs written and read back, and programs of any author."""
