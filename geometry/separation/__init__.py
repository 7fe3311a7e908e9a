"""Distances of convex pieces for many pairs in many poses: broad phase and narrow phase."""
