"""Solids: exact primitives and their booleans, meshes, contact, and verdicts on collision."""

from resources.front import open_front

open_front(__name__)
