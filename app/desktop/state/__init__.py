"""The one owner of changing state, and the parts that it owns."""
