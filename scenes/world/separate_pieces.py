"""Counts the pieces of a solid that are not connected."""

from __future__ import annotations

from geometry import Solid, mesh_of
from geometry.mesh_files.repair import signed_volume
from geometry.meshes.topology import shells_of
from geometry.tessellation.chords import CHORD


def pieces_of(solid: Solid, chord: float = CHORD) -> int:
    """The number of separate pieces of a solid; the inner wall of a hollow is not a piece."""
    mesh = mesh_of(solid, chord)
    shells = [mesh.triangles[shell] for shell in shells_of(mesh.triangles)]
    # The inner wall of a hollow faces inward, so the volume that it encloses is negative.
    return sum(signed_volume(mesh.vertices, shell) > 0.0 for shell in shells)
