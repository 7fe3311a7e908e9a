"""What takes the mouse in the 3D view: handles, measuring, section."""
