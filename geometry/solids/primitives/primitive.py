"""What is asked of every leaf of the tree: each question is declared once, here.

A new primitive is one file beside this one. Its class answers every abstract question below, or it
cannot be defined: Python says on import which ones are missing. Questions with an answer here are
refinements: what they answer is right for every primitive, and a better answer is quicker or finer.

    finders         level, support, core, flat planes and corners, faces, rim, clauses
    kernel          recipe, number of triangles
    measures        moments, the part between two heights
    shape table     the sizes that faces do not tell
    tree            mirror image, convex parts
    machining       scaled, widened, with its ends put out

The independent check of certificates (`geometry.certificates.formulas`) has formulas of its own.
"""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from geometry.poses import Array
from geometry.solids.face import Face, FaceClauses
from geometry.solids.recipes import Recipe
from geometry.solids.support_shape import Core
from geometry.solids.tree import Solid

Region = tuple[Array, Array]
"""Bounds (lo, hi), (3,) each."""


@dataclass(frozen=True)
class Sizes:
    """Numbers that describe a leaf in its own frame. what: What the numbers are, in words. height:
    Along z, about its middle, where the numbers do not say it."""

    what: str
    numbers: tuple[float, ...]
    height: float | None = None


def _is_abstract(kind: type, name: str) -> bool:
    return bool(getattr(getattr(kind, name, None), "__isabstractmethod__", False))


class Leaf(Solid):
    """A leaf of the tree: a primitive, or a half-space, centred on its own origin."""

    def __init_subclass__(cls, *, is_kind: bool = True) -> None:
        """Refuses a kind of leaf that leaves a question out. is_kind: False for a class that is
        only there for others to build on."""
        super().__init_subclass__()
        unanswered = [name for name in dir(cls) if _is_abstract(cls, name)]
        if is_kind and unanswered:
            raise TypeError(f"{cls.__name__} does not say {', '.join(unanswered)}")

    @property
    @abstractmethod
    def is_convex(self) -> bool:
        """Whether the primitive is its own hull."""

    @property
    @abstractmethod
    def is_curved(self) -> bool:
        """Whether a mesh of it is only near it (within the chord tolerance)."""

    @property
    @abstractmethod
    def is_dented(self) -> bool:
        """Whether facets of a mesh of it may lie outside it."""

    @abstractmethod
    def flat_planes(self) -> Array | None:
        """Rows (normal, offset) whose common part the leaf is, (n, 4); None where a face is curved
        or the leaf is not convex."""

    @abstractmethod
    def flat_corners(self) -> Array | None:
        """The corners (n, 3) of a finite convex leaf of flat faces; None for any other."""

    @abstractmethod
    def convex_faces(self) -> tuple[Face, ...] | None:
        """The faces whose common part the leaf is; None where there are no such faces."""

    @abstractmethod
    def recipe(self, chord: float, region: Region) -> Recipe:
        """How the kernel makes its mesh. region: Beyond it an endless leaf may end."""

    @abstractmethod
    def triangle_count(self, chord: float) -> int:
        """About how many triangles its mesh has."""

    @abstractmethod
    def moments(self) -> Array | None:
        """The integral of (p, 1) (p, 1)^T, (4, 4), in closed form; None where the mesh is the
        primitive itself, and its moments are those."""

    @abstractmethod
    def sizes_beside_faces(self) -> Sizes | None:
        """What the shape table says of a leaf that is not the common part of half-spaces and
        quadrics; None for a leaf that is."""

    @abstractmethod
    def mirrored_in_x(self) -> Solid:
        """Its mirror image in the plane x = 0."""

    def rim(self) -> tuple[Face, ...]:
        """Faces that follow from `convex_faces`, but tell fits apart without a look at every
        place."""
        return ()

    def clauses(self, *, outside: bool) -> FaceClauses | None:
        """Clauses of faces that together hold inside (or outside) a leaf without `convex_faces`;
        None where only the level function tells."""
        return None

    def convex_parts(self) -> tuple["Leaf", ...]:
        """Leaves in the same frame that together are this one and share no volume: convex ones
        where it falls into some, else itself."""
        return (self,)

    def overlapping_parts(self) -> tuple[tuple["Leaf", Array], ...]:
        """Leaves with faces, and their poses, whose union this one is; where two of them meet
        inside it they overlap. Empty where there are none."""
        return ()

    def leaves_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        yield self, T


class Primitive(Leaf, is_kind=False):
    """A finite leaf."""

    is_cut_along_axis = False
    """Whether `cut_by_plane` knows some parts."""

    @abstractmethod
    def support(self, directions: Array) -> Array:
        """The farthest point of the hull in each direction: (n, 3) -> (n, 3)."""

    @abstractmethod
    def core(self) -> Core:
        """The hull as the separation loops know it."""

    def ball_radius(self, middle: Array) -> float:
        """Radius of a ball about the middle of the bounds that holds the primitive, mm."""
        return self.core().radius_about(middle)

    def cut_by_plane(self, plane: Array) -> tuple["Primitive", float] | None:
        """The part with normal . p <= offset (a row) as a convex primitive, and how far its middle
        lies up the z axis; None where it is no primitive of ours."""
        return None

    def between(self, low: float, high: float) -> "Primitive | None":
        """The part with low <= z <= high, centred on its own origin; None where it is no primitive
        of ours."""
        return None

    def scaled(self, across: float, along: float) -> "Primitive | None":
        """Scaled by `across` in x and y and by `along` in z; None where that is no primitive of
        ours. What has flat faces only is not asked: its corners are mapped."""
        return None

    def widened(self, by: float) -> "Primitive | None":
        """With all its faces farther out by so many mm at least; None where that is no primitive
        of ours. What has flat faces only may leave it to its corners."""
        return None

    def with_ends_out(self, by: float) -> "Primitive":
        """With its flat ends farther out by so many mm; itself where it has none."""
        return self

    def telling_points(self) -> Array | None:
        """Points (n, 3) whose displacements bound those of the whole primitive, where it may turn
        about its z axis as it likes; None where corners or a mesh have to do."""
        return None

    def bounds_in(self, T: Array) -> tuple[Array, Array]:
        R, origin = T[:3, :3], T[:3, 3]
        hi = np.sum(self.support(R) * R, axis=1)
        lo = np.sum(self.support(-R) * R, axis=1)
        return origin + lo, origin + hi

    def cover_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        yield self, T


class RoundPrimitive(Primitive, is_kind=False):
    """A primitive that looks the same from all sides about z, with a curved face."""

    is_curved = True

    def flat_planes(self) -> Array | None:
        return None

    def flat_corners(self) -> Array | None:
        return None

    def mirrored_in_x(self) -> Solid:
        return self
