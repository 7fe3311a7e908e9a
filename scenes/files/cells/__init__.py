"""Cell and part files to values."""
