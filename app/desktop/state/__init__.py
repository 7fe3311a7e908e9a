"""The one owner of changing state, and what it owns."""
