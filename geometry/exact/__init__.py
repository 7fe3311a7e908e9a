"""The exact answer for one pair of solids: a common point, or a proof that no point is common."""
