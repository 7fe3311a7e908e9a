"""On which side of a solid's surface its mesh lies: this limits what a mesh can decide.

The facets of a convex curved primitive lie inside the primitive. Where the primitive adds material,
the mesh has less of it than the solid (it shrinks); where the primitive is a cutter, the mesh has
more material than the solid (it swells). Either is at most the chord tolerance; a solid with flat
faces does neither.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from geometry.solids.primitives.primitive import Primitive
from geometry.solids.tree import Difference, Intersection, Moved, Solid, Union


@dataclass(frozen=True)
class Facets:
    """How the flat facets of a mesh depart from the curved surface of its solid.

    shrinks: Whether parts of the solid lie outside its mesh. swells: Whether parts of the mesh lie
    outside the solid.
    """

    shrinks: bool
    swells: bool


@lru_cache(maxsize=4096)
def facets(solid: Solid) -> Facets:
    """Whether the mesh of a solid leaves parts of it out, and whether it holds more, anywhere."""
    match solid:
        case Moved():
            return facets(solid.inner)
        case Union() | Intersection():
            return _any(facets(part) for part in solid.parts)
        case Difference():
            cut = _any(facets(cutter) for cutter in solid.cutters)
            return _any((facets(solid.whole), Facets(shrinks=cut.swells, swells=cut.shrinks)))
        case Primitive():
            return Facets(shrinks=solid.is_curved, swells=solid.is_dented)
    return Facets(shrinks=False, swells=False)


def _any(found: Iterable[Facets]) -> Facets:
    listed = list(found)
    return Facets(any(f.shrinks for f in listed), any(f.swells for f in listed))
