"""Inner loops of single poses and of Newton's method, on plain numbers; shipped as machine code."""
