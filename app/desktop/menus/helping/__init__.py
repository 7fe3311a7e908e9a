"""What the menu Help shows: the page for a place of the window, and what this program is."""
