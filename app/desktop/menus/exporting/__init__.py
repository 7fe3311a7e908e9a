"""Exports from the menus: trajectories of runs and solids of bodies, with their questions."""
