"""Nodes of a joint path along a curve of the tool, by predictor and Newton, with a proven bound."""
