"""Theme, icons, and small widgets that know nothing of robots."""
