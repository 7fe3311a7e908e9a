"""The shipped documentation as pages in the window: found, read, searched and shown."""
