"""Poses asked by hand: axes to move along, nearness to singular poses, turns of an elbow."""
