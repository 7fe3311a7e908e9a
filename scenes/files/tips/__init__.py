"""Part texts in the manner of TIPS-1."""
