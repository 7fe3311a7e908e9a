"""In how many pieces a solid is: those whose surfaces do not hang together."""

from __future__ import annotations

from geometry import Solid, mesh_of
from geometry.mesh_files.repair import signed_volume
from geometry.meshes.topology import shells_of
from geometry.tessellation.chords import CHORD


def pieces_of(solid: Solid, chord: float = CHORD) -> int:
    """The number of pieces; the walls of a hollow inside count as none of their own."""
    mesh = mesh_of(solid, chord)
    shells = [mesh.triangles[shell] for shell in shells_of(mesh.triangles)]
    # A hollow's wall looks inward, so that the volume it encloses comes out below zero.
    return sum(signed_volume(mesh.vertices, shell) > 0.0 for shell in shells)
