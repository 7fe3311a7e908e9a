"""The bodies of the cell as actors: their drawings, their looks, and the set of all."""
