"""Triangle meshes: what they are, how their triangles hang together, what is drawn of them."""
