"""Names in the editor: definition, uses, renaming, outline, and the places visited."""
