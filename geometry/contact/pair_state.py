"""The state of two solids that their convex pieces leave open: by the exact solids, or by meshes if
one of them is imported."""

from functools import lru_cache

import numpy as np

from geometry.contact.contact_region import contact_seen_from_a, has_mesh, is_farther_by_mesh
from geometry.contact.open_surfaces import has_open, surfaces_are_clear
from geometry.exact.common_point import common_point
from geometry.poses import Array
from geometry.separation.batches import APART, MEETS, NEAR
from geometry.solids.tree import Solid

UNTOLD = 4
"""State of a body inside the hull of an open surface that it will not meet over the interval. No
closer look can say whether it is inside or outside the part that the surface was meant to bound."""

UNSURE = 5
"""State of bodies for which the search for a common point ended its budget without an answer: they
may be in contact, or apart by the asked distance."""

# Accuracy, mm, of the places at which a body enters and leaves the hull of an open surface.
_UNTOLD_WITHIN = 1.0
# Most boxes that one search for a common point looks at; it is small because intervals are many.
_SEARCH_BUDGET = 4_000


def searched_state(a: Solid, b: Solid, T_a_b: Array, asked: float) -> int:
    """The state of two solids, b at T_a_b (4, 4): APART if they are more than `asked` mm apart,
    else NEAR, MEETS, UNTOLD or UNSURE.

    Bodies that stand are asked about in every motion, in the same pose: answers are kept.
    """
    return _searched(a, b, T_a_b.tobytes(), asked)


@lru_cache(maxsize=1024)
def _searched(a: Solid, b: Solid, pose: bytes, asked: float) -> int:
    T_a_b = np.frombuffer(pose).reshape(4, 4)
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
