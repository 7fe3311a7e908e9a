"""The mechanism workbench: link parameters changed by hand, and what the arm can then reach."""
