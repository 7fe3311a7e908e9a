"""Squared rates of a time law over its path: knots, limits, bounds, and how they are found."""
