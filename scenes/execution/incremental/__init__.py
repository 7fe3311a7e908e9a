"""A run after an edit: only statements that the edit changes, and what follows, are run again."""
