"""Solids: exact primitives and their booleans, meshes, contact, and verdicts on collision."""

from geometry.arrangement import (
    circular_pattern,
    hull,
    linear_pattern,
    mirrored,
    named_parts,
    with_named,
)
from geometry.certificates import verify
from geometry.check import PairHit, check_pair, colliding_pairs
from geometry.chords import CHORD
from geometry.clearance import CellClearance, Clearance, cell_clearance, pair_clearance
from geometry.configurations import all_hits, first_hits
from geometry.contact import contact_region
from geometry.contours import contours, levels_between
from geometry.edges import feature_edges
from geometry.errors import GeometryError
from geometry.hull import Hull
from geometry.kernel import Overlap, mesh_of, mesh_volume, overlap
from geometry.mesh import Mesh
from geometry.mesh_solid import MeshSolid
from geometry.moments import volume
from geometry.packing import PackedBodies, pack_bodies
from geometry.primitives import Box, Cone, Cylinder, HalfSpace, Prism, Sphere
from geometry.properties import MassProperties, mass_properties, section
from geometry.shape_table import ShapeRow, shape_table
from geometry.solid import Solid, contains, union
from geometry.sweep import sweep, sweep_segments
from geometry.sweep_check import verify_sweep
from geometry.sweep_evidence import certified
from geometry.sweep_proof import Sweep
from geometry.turned import Revolved, Torus
from geometry.verdict import Proof, Verdict, VerdictKind
from geometry.workpiece import cut_by_sweep, deformed, deformed_piece, piece_of

__all__ = [
    "CHORD",
    "Box",
    "CellClearance",
    "Clearance",
    "Cone",
    "Cylinder",
    "GeometryError",
    "HalfSpace",
    "Hull",
    "MassProperties",
    "Mesh",
    "MeshSolid",
    "Overlap",
    "PackedBodies",
    "PairHit",
    "Prism",
    "Proof",
    "Revolved",
    "ShapeRow",
    "Solid",
    "Sphere",
    "Sweep",
    "Torus",
    "Verdict",
    "VerdictKind",
    "all_hits",
    "cell_clearance",
    "certified",
    "check_pair",
    "circular_pattern",
    "colliding_pairs",
    "contact_region",
    "contains",
    "contours",
    "cut_by_sweep",
    "deformed",
    "deformed_piece",
    "feature_edges",
    "first_hits",
    "hull",
    "levels_between",
    "linear_pattern",
    "mass_properties",
    "mesh_of",
    "mesh_volume",
    "mirrored",
    "named_parts",
    "overlap",
    "pack_bodies",
    "pair_clearance",
    "piece_of",
    "section",
    "shape_table",
    "sweep",
    "sweep_segments",
    "union",
    "verify",
    "verify_sweep",
    "volume",
    "with_named",
]
