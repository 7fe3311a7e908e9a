"""Solids as triangles: the only module that uses manifold3d, chord tolerances, contours, hulls."""
