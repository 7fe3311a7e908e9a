"""Every primitive in a file of its own, with all that others ask of it; see `primitive`."""
