"""Find and replace in a program."""
