"""Inner loops of the separation of solids as plain numbers; shipped as machine code."""
