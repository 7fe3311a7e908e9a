"""The lines of a run in the 3D view: the arm as lines, and what is known along the path."""
