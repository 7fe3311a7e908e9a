"""Regions of space: what the arm passes through in a run, and where its tool can get to."""
