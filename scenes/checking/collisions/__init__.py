"""Collisions, proofs and gaps of a run, motion by motion."""
