"""The results of studies: summaries, and the files that are made of them."""
