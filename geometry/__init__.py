"""Solids: exact primitives and their booleans, meshes, contact, and verdicts on collision."""

from geometry.check import PairHit, check_pair, colliding_pairs
from geometry.contact import contact_region
from geometry.contours import contours, levels_between
from geometry.edges import feature_edges
from geometry.errors import GeometryError
from geometry.kernel import CHORD, Overlap, mesh_of, overlap, volume
from geometry.mesh import Mesh
from geometry.primitives import Box, Cone, Cylinder, HalfSpace, Prism, Sphere
from geometry.solid import Solid, contains, union
from geometry.verdict import Proof, Verdict, VerdictKind, verify

__all__ = [
    "CHORD",
    "Box",
    "Cone",
    "Cylinder",
    "GeometryError",
    "HalfSpace",
    "Mesh",
    "Overlap",
    "PairHit",
    "Prism",
    "Proof",
    "Solid",
    "Sphere",
    "Verdict",
    "VerdictKind",
    "check_pair",
    "colliding_pairs",
    "contact_region",
    "contains",
    "contours",
    "feature_edges",
    "levels_between",
    "mesh_of",
    "overlap",
    "union",
    "verify",
    "volume",
]
