"""Mesh files (STL, OBJ, PLY, glTF, 3MF, STEP), read and written, and the repair of meshes."""
