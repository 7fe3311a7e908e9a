"""From poses to timed trajectories: following a branch, paths, corners, time laws, braking."""
