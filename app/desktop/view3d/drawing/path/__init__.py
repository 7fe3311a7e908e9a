"""The path of the tool, drawn by time or by a value along it."""
