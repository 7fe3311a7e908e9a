"""Theme, icons, and small widgets without knowledge of robots."""
