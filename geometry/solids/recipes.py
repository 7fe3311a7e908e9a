"""Recipes: how the kernel makes the mesh of a primitive, as plain numbers; the list is closed.

A primitive returns one recipe, and `tessellation.kernel` carries it out: it is the only module that
knows the mesh library. `count` is the number of facets round a circle (see `facet_counts`).
Lengths are in mm.
"""

from dataclasses import dataclass

from numpy.typing import NDArray

from geometry.meshes.mesh import Integers
from geometry.poses import Array


@dataclass(frozen=True, eq=False)
class BlockRecipe:
    """A box of the given edge lengths about `middle`, (3,); about the origin if that is None."""

    edges: tuple[float, float, float]
    middle: NDArray | None = None


@dataclass(frozen=True, eq=False)
class FrustumRecipe:
    """A cylinder, cone or frustum along z, from -height/2 to height/2."""

    height: float
    radius_bottom: float
    radius_top: float
    count: int


@dataclass(frozen=True, eq=False)
class BallRecipe:
    """A ball about the origin."""

    radius: float
    count: int


@dataclass(frozen=True, eq=False)
class ExtrusionRecipe:
    """An anticlockwise outline (n, 2) extruded along z, from -height/2 to height/2."""

    outline: Array
    height: float


@dataclass(frozen=True, eq=False)
class RevolutionRecipe:
    """An anticlockwise profile of corners (r, z), (n, 2), turned about z."""

    profile: Array
    count: int


@dataclass(frozen=True, eq=False)
class HullRecipe:
    """The convex hull of points (n, 3)."""

    points: Array


@dataclass(frozen=True, eq=False)
class MeshRecipe:
    """The inside of a closed mesh of corners (n, 3) and triangles (m, 3)."""

    vertices: Array
    triangles: Integers


@dataclass(frozen=True, eq=False)
class TrimmedRecipe:
    """The part of the solid of another recipe with normal . p <= offset for all planes (k, 4)."""

    whole: "Recipe"
    planes: Array


Recipe = (
    BlockRecipe
    | FrustumRecipe
    | BallRecipe
    | ExtrusionRecipe
    | RevolutionRecipe
    | HullRecipe
    | MeshRecipe
    | TrimmedRecipe
)
