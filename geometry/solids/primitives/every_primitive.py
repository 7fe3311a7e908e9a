"""The list of all primitives, for laws that hold for each of them."""

from geometry.solids.primitives.box import Box
from geometry.solids.primitives.capsule import Capsule
from geometry.solids.primitives.cone import Cone
from geometry.solids.primitives.cylinder import CutCylinder, Cylinder
from geometry.solids.primitives.half_space import HalfSpace
from geometry.solids.primitives.hull import Hull
from geometry.solids.primitives.mesh_solid import MeshSolid
from geometry.solids.primitives.open_mesh import OpenMesh
from geometry.solids.primitives.primitive import Leaf
from geometry.solids.primitives.prism import Prism
from geometry.solids.primitives.revolved import Revolved
from geometry.solids.primitives.sphere import Sphere
from geometry.solids.primitives.torus import Torus

PRIMITIVES: tuple[type[Leaf], ...] = (
    Box,
    Cylinder,
    Capsule,
    Sphere,
    Cone,
    Prism,
    Torus,
    Revolved,
    HalfSpace,
    Hull,
    MeshSolid,
    OpenMesh,
)
"""Every kind of leaf that a tree of solids may have."""

PIECES: tuple[type[Leaf], ...] = (CutCylinder,)
"""Kinds of convex pieces that no tree has: no file holds them and nothing measures them."""
