"""Marks in the corners of the picture: the view cube, and the axes of the world."""
