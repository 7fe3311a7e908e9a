"""Solids as triangles: the one door to manifold3d, chord tolerances, sections, contours."""
