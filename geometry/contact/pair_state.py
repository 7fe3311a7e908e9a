"""The state of two solids where their convex pieces leave it open: by the exact solids, or the
meshes where an imported one takes part."""

from geometry.contact.contact_region import contact_seen_from_a, has_mesh, is_farther_by_mesh
from geometry.contact.open_surfaces import has_open, surfaces_are_clear
from geometry.exact.common_point import common_point
from geometry.poses import Array
from geometry.separation.batches import APART, MEETS, NEAR
from geometry.solids.tree import Solid

UNTOLD = 4
"""State of a body in the hull of an open surface that it will not meet over the interval: whether
it is in or beside what that bounds cannot be told, however closely one looks."""

UNSURE = 5
"""State of bodies of which the search for a common point says nothing before it is given up: they
may be in contact, or so far apart as they are asked to be."""

# Where a body comes into the hull of an open surface, and leaves it, is told within this, mm.
_UNTOLD_WITHIN = 1.0
# Boxes that one search for a common point may look at: intervals are many.
_SEARCH_BUDGET = 4_000


def searched_state(a: Solid, b: Solid, T_a_b: Array, asked: float) -> int:
    """The state of a pair by the exact solids, or the meshes where an imported one takes part:
    what convex pieces leave open."""
    if has_mesh(a, b):
        if is_farther_by_mesh(a, b, T_a_b, max(asked, 0.0)):
            return APART
        is_open = asked <= _UNTOLD_WITHIN and (has_open(a) or has_open(b))
        if is_open and surfaces_are_clear(a, b, T_a_b, max(asked, 0.0)):
            return UNTOLD
        return NEAR if contact_seen_from_a(a, b, T_a_b) is None else MEETS
    found = common_point(a, b, T_a_b, _SEARCH_BUDGET, margin=max(asked, 0.0))
    if found.cover is not None and not found.touches:
        return APART
    if found.witness is None and asked > 0.0:
        # They are not as far apart as asked, or it takes long to say: that is no contact yet.
        found = common_point(a, b, T_a_b, _SEARCH_BUDGET)
    if found.witness is not None:
        return MEETS
    return UNSURE if found.cover is None else NEAR
