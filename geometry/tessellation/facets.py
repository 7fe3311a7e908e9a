"""In which direction the mesh of a solid departs from the solid: the band that a mesh leaves open.

The facets of a convex curved primitive lie inside it. Where the primitive adds material the mesh
is short of the solid (it shrinks); where it takes material away the mesh has too much of it (it
swells). Either is at most the chord tolerance; a solid of flat faces has neither.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from geometry.solids.primitives.primitive import Primitive
from geometry.solids.tree import Difference, Intersection, Moved, Solid, Union


@dataclass(frozen=True)
class Facets:
    """Whether the mesh lacks something of the solid, and whether it has something besides."""

    shrinks: bool
    swells: bool


@lru_cache(maxsize=4096)
def facets(solid: Solid) -> Facets:
    """Which of the two happens somewhere on the solid."""
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
