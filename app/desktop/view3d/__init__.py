"""The 3D view: the cell as actors, the view modes, the camera, pictures without a window."""
