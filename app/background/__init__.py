"""Slow work in other processes."""
