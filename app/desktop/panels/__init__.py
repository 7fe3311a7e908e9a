"""The other panels."""
