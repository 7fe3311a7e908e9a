"""What is drawn, on any plotter: bodies, skeleton, contours, collisions, camera."""
