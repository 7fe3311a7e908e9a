"""The arm moved by hand: joints, tool, all solutions, teaching."""
