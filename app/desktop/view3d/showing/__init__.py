"""What the user asks to see besides the bodies: the coloured path, saved views."""
