"""Inner loops of separation, of sweeps and of contours, on plain numbers; shipped as machine
code."""
