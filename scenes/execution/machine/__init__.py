"""What comes next: jumps, waiting, signals, corners, and loops that never end."""
