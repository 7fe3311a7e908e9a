"""The drawn things on any plotter: bodies, skeleton, contours, collisions, camera."""
