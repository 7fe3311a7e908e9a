"""Many lines: blocks, labels, names across files, and what is wrong between them."""
