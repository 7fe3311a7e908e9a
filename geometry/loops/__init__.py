"""Inner loops of separation, of sweeps and of outlines, on plain numbers; shipped as machine
code."""
