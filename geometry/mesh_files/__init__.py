"""Triangles from and to files (STL, OBJ, PLY, glTF, 3MF, STEP), and their repair."""
