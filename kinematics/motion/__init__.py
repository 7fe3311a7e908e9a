"""From poses to timed trajectories: one branch followed, paths, corners, time laws, braking."""
