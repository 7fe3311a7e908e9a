"""Where the panels of the window stand, and which of them can be seen."""
