"""Mechanisms and how they are written down; their forward kinematics, frames and joint limits."""
