"""The menu View and its parts."""
