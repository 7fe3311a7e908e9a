"""Section planes in the 3D view: the cut, the filled cut faces, and the handle of the plane."""
