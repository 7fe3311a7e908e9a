"""The 3D view: a cell as actors, the views of it, the camera, the picture without a window."""
