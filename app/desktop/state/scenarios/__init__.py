"""Open scenarios: their texts with undo, what these say, and edits that keep their comments."""
