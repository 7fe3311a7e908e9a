"""Two bodies over a short stretch of a motion that begins or ends with them touching.

Halving (see `sweep`) can never prove the last of it: next to the touch the gap is as small as the
way that is left. What proves it is that the gap along one direction has two ends and cannot sag
far between them. Let f be how far a point of b lies beyond a point of a along a direction d that
stands in a, with time s = 0..1 over the stretch. If seen from a no point of b is accelerated by
more than `bend`, then f'' >= -bend, and

    f(s) >= (1 - s) f(0) + s f(1) - bend s (1 - s) / 2.

At both ends f is at least the gap of the bodies along d, so the same holds for the gap over the
whole stretch. A part that is lifted off along its normal, or set down, or gripped by fingers that
move straight, is thus proven to do no more than touch; one that is pressed in is not.
"""

import numpy as np

from geometry.gjk import separation
from geometry.pieces import ConvexPiece, convex_pieces
from geometry.poses import Array, inverted
from geometry.solid import Solid


def gap_over_stretch(a: Solid, b: Solid, T_a_b: Array, bend: float) -> float:
    """A gap, mm, that two bodies keep over a whole stretch; above minus the touch tolerance they
    touch at most. Below 0 it says nothing more: they may be apart or not.

    T_a_b: Pose of b in a at the start and at the end, (2, 4, 4). bend: Most acceleration of any
        point of b, seen from a, in mm per stretch squared: 0 for a straight and even motion
        without turning, and w^2 r for an even turn by w of points within r of its axis.
    """
    return min(
        _pieces_gap(one, two, np.asarray(T_a_b, dtype=float), float(bend))
        for one in convex_pieces(a)
        for two in convex_pieces(b)
    )


def _pieces_gap(one: ConvexPiece, two: ConvexPiece, T_a_b: Array, bend: float) -> float:
    """The best over the directions that separate the pieces best at either end."""
    T = inverted(one.T_solid_piece) @ T_a_b @ two.T_solid_piece
    directions = separation(one.shape, two.shape, T).direction
    found = (_least(*_gaps_along(one, two, T, d), bend) for d in directions)
    return max(found)


def _gaps_along(one: ConvexPiece, two: ConvexPiece, T: Array, d: Array) -> tuple[float, float]:
    """The gaps along d, which stands in the first piece, at the start and at the end."""
    beyond = np.einsum("nij,i->nj", T[:, :3, :3], -d)
    on_two = np.sum(two.shape.support(beyond) * beyond, axis=1) - T[:, :3, 3] @ d
    on_one = float((one.shape.support(d[None]) @ d)[0])
    start, end = -on_two - on_one
    return float(start), float(end)


def _least(start: float, end: float, bend: float) -> float:
    """The least of (1 - s) start + s end - bend s (1 - s) / 2 over s = 0..1."""
    if bend <= 0.0:
        return min(start, end)
    s = min(max(0.5 - (end - start) / bend, 0.0), 1.0)
    return (1.0 - s) * start + s * end - 0.5 * bend * s * (1.0 - s)
