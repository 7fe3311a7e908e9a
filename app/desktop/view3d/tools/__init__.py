"""The tools that take the mouse in the 3D view: handles, measuring, section."""
