"""Poses as 4x4 matrices, and their angles in the three dialects."""
