"""The cell modeller: edits, and the panels that make them."""
