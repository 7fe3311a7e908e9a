"""The cell modeller: edits of the cell file, and the panels that make them."""
