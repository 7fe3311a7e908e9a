"""The program editor."""
