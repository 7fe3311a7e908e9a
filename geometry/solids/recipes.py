"""How the kernel is to make the mesh of a primitive, as plain numbers: a closed list of recipes.

A primitive says one of these; `tessellation.kernel` carries it out, and is the only one that knows
the library that does. Counts are of facets round a circle (see `facet_counts`).
"""

from dataclasses import dataclass

from numpy.typing import NDArray

from geometry.meshes.mesh import Integers
from geometry.poses import Array


@dataclass(frozen=True, eq=False)
class BlockRecipe:
    """A box of the given edges about a point, (0, 0, 0) where none is said."""

    edges: tuple[float, float, float]
    middle: NDArray | None = None


@dataclass(frozen=True, eq=False)
class FrustumRecipe:
    """A cylinder, cone or frustum along z, half of it below z = 0."""

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
    """An anticlockwise outline (n, 2) drawn out along z, half of it below z = 0."""

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
    """What a closed mesh holds: corners (n, 3) and triangles (m, 3)."""

    vertices: Array
    triangles: Integers


@dataclass(frozen=True, eq=False)
class TrimmedRecipe:
    """What another recipe makes, kept where normal . p <= offset for all rows of planes (k, 4)."""

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
