"""Words in the 3D view: their pictures in any script, and places where none covers another."""
