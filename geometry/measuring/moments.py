"""Moments of a whole solid: in closed form where its tree allows, else from meshes, with a band.

Every point of the solid counts once. Let N(S, t; K) be the moments of the part of the shape S that
is in the tree t and in none of the trees K. Then,

    t = a union         N = sum of N(S, t_i; K, t_1 ... t_i-1)
    t = a difference    N = N(S, whole; K, cutters)
    t = a primitive     N(S, t; K, k) = N(S', ; K) - N(S', k; K)   with S' = S in t

so that only the common part of two primitives is needed (`common_shape`), as a shape whose moments
are known. If it is not known, or the sum gets too long, meshes at two chords give the moments.
Facets are inscribed, so that the missing volume grows with the chord. The finer mesh is corrected
by a third of its gain over the mesh of four times the chord. The band is the whole of that
correction, although its error is only about a tenth, because numbers of facets are whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from geometry.errors import GeometryError
from geometry.measuring.common_shape import Placed, UnknownShapeError, common_shape, convex_parts
from geometry.measuring.primitive_moments import mesh_moments, primitive_moments
from geometry.poses import Array, read_only
from geometry.solids.tree import Difference, Intersection, Moved, Solid, Union, checked_solid
from geometry.tessellation.chords import CHORD, checked_chord, triangle_estimate
from geometry.tessellation.kernel import mesh_of

# Most common parts of one sum: beyond them meshes are quicker.
_MOST_STEPS = 3000
# The chord of the finer mesh is this many times smaller than that for drawing, unless the mesh
# would have more triangles than _MOST_TRIANGLES.
_FINER = 16.0
_MOST_TRIANGLES = 150_000
# Rounding of a sum, as a share of the largest of its terms.
_ROUNDING = 1e-12

Tree = tuple[Solid, Array]


@dataclass(frozen=True, eq=False)
class Moments:
    """The integrals of (p, 1) (p, 1)^T over a solid, (4, 4), in its own frame, mm.

    band_mm3: Greatest error of the volume: 0 for a closed form.
    """

    matrix: Array
    band_mm3: float

    @property
    def volume_mm3(self) -> float:
        """The volume, mm3."""
        return float(self.matrix[3, 3])


def volume(solid: Solid, chord: float = CHORD) -> float:
    """The volume of the solid, mm3: exact where a closed form exists, else within the band that
    `mass_properties` gives. chord: Of meshes where they are needed, mm. GeometryError for an
    endless or empty solid."""
    return moments(checked_solid(solid), checked_chord(chord)).volume_mm3


@lru_cache(maxsize=4096)
def moments(solid: Solid, chord: float = CHORD) -> Moments:
    """The moments of a finite solid; GeometryError for an endless or empty solid."""
    if not solid.is_bounded:
        raise GeometryError("the solid is endless: a half-space has to cut (- or &) a finite solid")
    try:
        sum_ = _Sum()
        matrix = sum_.of_tree(None, ((solid, np.eye(4)),), ())
    except UnknownShapeError:
        return _by_meshes(solid, chord)
    if matrix[3, 3] <= _ROUNDING * sum_.largest:
        raise GeometryError("nothing is left of the solid")
    return Moments(read_only(matrix), 0.0)


class _Sum:
    """The sum over common parts of shapes.

    steps: Number of common parts so far. largest: The largest volume among them, mm3.
    """

    def __init__(self) -> None:
        self.steps, self.largest = 0, 0.0

    def of_tree(self, shape: Placed | None, trees: Sequence[Tree], less: Sequence[Tree]) -> Array:
        """The moments (4, 4) of the part of a shape (None: all space) that is in all of the trees
        and in none of `less`."""
        if not trees:
            assert shape is not None
            return self._of_shape(shape, less)
        (tree, T), *others = trees
        match tree:
            case Moved():
                return self.of_tree(shape, ((tree.inner, T @ tree.T), *others), less)
            case Union():
                parts = [(part, T) for part in tree.parts]
                return sum(
                    (
                        self.of_tree(shape, (part, *others), (*less, *parts[:i]))
                        for i, part in enumerate(parts)
                    ),
                    np.zeros((4, 4)),
                )
            case Difference():
                cutters = [(cutter, T) for cutter in tree.cutters]
                return self.of_tree(shape, ((tree.whole, T), *others), (*less, *cutters))
            case Intersection():
                # Finite parts come first, because a half-space alone has no moments.
                finite_first = sorted(tree.parts, key=lambda part: not part.is_bounded)
                return self.of_tree(shape, (*((part, T) for part in finite_first), *others), less)
        return self._of_leaf(shape, (tree, T), others, less)

    def _of_leaf(
        self, shape: Placed | None, leaf: Tree, others: Sequence[Tree], less: Sequence[Tree]
    ) -> Array:
        total = np.zeros((4, 4))
        for part in convex_parts(*leaf):
            common = part if shape is None else common_shape(shape, part)
            if common is not None:
                total += self.of_tree(common, others, less)
        return total

    def _of_shape(self, shape: Placed, less: Sequence[Tree]) -> Array:
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise UnknownShapeError
        if less:
            *fewer, last = less
            return self._of_shape(shape, fewer) - self.of_tree(shape, (last,), fewer)
        M = shape.T @ primitive_moments(shape.solid) @ shape.T.T
        self.largest = max(self.largest, float(M[3, 3]))
        return M


def _by_meshes(solid: Solid, chord: float) -> Moments:
    fine = chord / _FINER
    fine *= max(1.0, triangle_estimate(solid, fine) / _MOST_TRIANGLES)
    finer, coarser = (mesh_moments(mesh_of(solid, each)) for each in (fine, 4.0 * fine))
    correction = (finer - coarser) / 3.0
    return Moments(read_only(finer + correction), abs(float(correction[3, 3])))
