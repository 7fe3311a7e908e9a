"""The questions that every leaf of the tree answers; each question is declared once, here.

A new primitive is one new file in this folder. Its class must answer every abstract question below:
Python raises TypeError on import otherwise, which lists the missing ones. A question with an answer
here is a refinement: that answer is right for every primitive, a better one is quicker or finer.

    verdicts        level, support, core, flat planes and corners, faces, rim, clauses
    kernel          recipe, number of triangles
    measuring       moments, the part between two heights
    shape table     the sizes that faces do not give
    tree            mirror image, convex parts
    machining       scaled, widened, with its ends moved out

The independent check of certificates (`geometry.certificates.formulas`) has formulas of its own.
"""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, fields

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
    """Numbers that describe a leaf in its own frame, mm.

    what: The meaning of the numbers, in words. height: Its extent along z, from -height/2 to
    height/2; None where the numbers include it.
    """

    what: str
    numbers: tuple[float, ...]
    height: float | None = None


def _is_abstract(kind: type, name: str) -> bool:
    return bool(getattr(getattr(kind, name, None), "__isabstractmethod__", False))


class Leaf(Solid):
    """A leaf of the tree: a primitive, or a half-space, centred on its own origin."""

    def __init_subclass__(cls, *, is_kind: bool = True) -> None:
        """Raises TypeError for a class that leaves a question unanswered. is_kind: False for a base
        class, which need not answer."""
        super().__init_subclass__()
        unanswered = [name for name in dir(cls) if _is_abstract(cls, name)]
        if is_kind and unanswered:
            raise TypeError(f"{cls.__name__} does not say {', '.join(unanswered)}")

    def _content(self) -> tuple[object, ...]:
        """All its fields: plain numbers and tuples of them. One with arrays says its own digest, as
        the text of a long array leaves numbers out."""
        return tuple(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]

    @property
    @abstractmethod
    def is_convex(self) -> bool:
        """Whether the primitive is its own hull."""

    @property
    @abstractmethod
    def is_curved(self) -> bool:
        """Whether its mesh is an approximation (within the chord tolerance)."""

    @property
    @abstractmethod
    def is_dented(self) -> bool:
        """Whether facets of its mesh may lie outside the primitive."""

    @abstractmethod
    def flat_planes(self) -> Array | None:
        """The planes (normal, offset), (n, 4), whose common inner side is the leaf; None where a
        face is curved or the leaf is not convex."""

    @abstractmethod
    def flat_corners(self) -> Array | None:
        """The corners (n, 3) of a finite convex leaf of flat faces; None for any other."""

    @abstractmethod
    def convex_faces(self) -> tuple[Face, ...] | None:
        """The faces whose common inner side is the leaf; None where there are no such faces."""

    @abstractmethod
    def recipe(self, chord: float, region: Region) -> Recipe:
        """How the kernel makes its mesh. chord: Largest distance of mesh and leaf, mm. region: The
        mesh of an endless leaf may end outside these bounds."""

    @abstractmethod
    def triangle_count(self, chord: float) -> int:
        """The approximate number of triangles of its mesh for a chord, mm."""

    @abstractmethod
    def moments(self) -> Array | None:
        """The integral of (p, 1) (p, 1)^T over the leaf, (4, 4), in closed form; None where the
        mesh is exact, so that its moments are those of the leaf."""

    @abstractmethod
    def sizes_beside_faces(self) -> Sizes | None:
        """The sizes that the shape table gives for a leaf that is not the common part of
        half-spaces and quadrics; None for a leaf that is."""

    @abstractmethod
    def mirrored_in_x(self) -> Solid:
        """Its mirror image in the plane x = 0."""

    def rim(self) -> tuple[Face, ...]:
        """Faces that follow from `convex_faces`, but decide a tight fit at once, without a search
        over all places of the fit."""
        return ()

    def clauses(self, *, outside: bool) -> FaceClauses | None:
        """Clauses of faces that all hold inside (or outside) a leaf without `convex_faces`; None
        where only the level function decides."""
        return None

    def convex_parts(self) -> tuple["Leaf", ...]:
        """Leaves in the same frame whose union is this leaf and which share no volume: convex ones
        if the leaf can be split into them, else the leaf itself."""
        return (self,)

    def overlapping_parts(self) -> tuple[tuple["Leaf", Array], ...]:
        """Leaves with faces, and their poses, whose union is this leaf; two that meet inside it
        overlap. Empty where there are none."""
        return ()

    def leaves_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        yield self, T


class Primitive(Leaf, is_kind=False):
    """A finite leaf."""

    is_cut_along_axis = False
    """Whether `cut_by_plane` gives a part for some planes."""

    def as_tree(self) -> Solid:
        """The primitive as a tree may hold it: a kind that only pieces are of says it by others."""
        return self

    @abstractmethod
    def support(self, directions: Array) -> Array:
        """The farthest point of the hull in each direction: (n, 3) -> (n, 3)."""

    @abstractmethod
    def core(self) -> Core:
        """The convex hull as the separation loops know it."""

    def ball_radius(self, middle: Array) -> float:
        """Radius, mm, of a ball about a point (3,), the middle of the bounds, that holds the
        primitive."""
        return self.core().radius_about(middle)

    def cut_by_plane(self, plane: Array) -> tuple["Primitive", float] | None:
        """The part with normal . p <= offset (a row) as a convex primitive, and the z of the part's
        middle, mm; None where that part is no primitive."""
        return None

    def between(self, low: float, high: float) -> "Primitive | None":
        """The part with low <= z <= high (mm), centred on its own origin; None where that part is
        no primitive."""
        return None

    def scaled(self, across: float, along: float) -> "Primitive | None":
        """The primitive scaled by `across` in x and y and by `along` in z; None where the result is
        no primitive. Primitives with flat faces need no answer: their corners are mapped."""
        return None

    def widened(self, by: float) -> "Primitive | None":
        """The primitive with all its faces moved out by at least `by` mm; None where the result is
        no primitive. Primitives with flat faces need no answer: their corners are moved."""
        return None

    def with_ends_out(self, by: float) -> "Primitive":
        """The primitive with its flat ends moved out by `by` mm; itself if it has no flat end."""
        return self

    def bounding_points(self) -> Array | None:
        """Points (n, 3) whose displacements bound the displacement of the whole primitive, however
        it turns about its z axis; None where its corners or its mesh serve instead."""
        return None

    def bounds_in(self, T: Array) -> tuple[Array, Array]:
        R, origin = T[:3, :3], T[:3, 3]
        hi = np.sum(self.support(R) * R, axis=1)
        lo = np.sum(self.support(-R) * R, axis=1)
        return origin + lo, origin + hi

    def cover_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        yield self, T


class RoundPrimitive(Primitive, is_kind=False):
    """A primitive with rotational symmetry about z, and with a curved face."""

    is_curved = True

    def flat_planes(self) -> Array | None:
        return None

    def flat_corners(self) -> Array | None:
        return None

    def mirrored_in_x(self) -> Solid:
        return self
