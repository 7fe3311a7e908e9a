"""Triangle meshes: the mesh itself, how its triangles are connected, its edges and normals."""
