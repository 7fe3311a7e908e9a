"""Robots from URDF."""
