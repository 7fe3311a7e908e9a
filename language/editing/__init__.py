"""Help while writing: completion, hover, rename, layout, and the editor of 1985."""
