"""The exact answer for one pair of solids: a common point, or a proof that there is none."""
