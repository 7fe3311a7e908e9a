"""Programs of many lines: blocks, labels, names across files, and the checks of them."""
