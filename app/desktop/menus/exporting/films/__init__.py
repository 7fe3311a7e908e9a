"""Films from the window: a stretch of the run, or a turn of the camera, drawn in a process."""
