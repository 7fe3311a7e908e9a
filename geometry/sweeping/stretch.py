"""A proof that two bodies are apart over a short stretch of a motion, from gaps at its ends.

Let f be the gap of the bodies a and b along a direction that is fixed in a. Seen from a, no point
of b is faster than `rate`, so f falls no faster than that. Seen from a, the changes of the velocity
of a point of b add up to at most bend h + kink over any part of the stretch of length h: a smooth
motion has an acceleration of at most `bend` and no kink; a motion of straight pieces has kinks
where they join. Then f cannot sag far below the straight line between two of its values. Let
G(t, s) be the Green's function of the second derivative on (t0, t1); its greatest value is
w(t) = (t - t0) (t1 - t) / (t1 - t0). A point's way along the direction is the straight line minus
the integral of G times the change of its velocity. Cut into slices of G's height, that integral is
at most the sum of bend times the slice's width and kink:

    f(t) >= ((t1 - t) f(t0) + (t - t0) f(t1)) / (t1 - t0) - (bend (t1 - t0) / 2 + kink) w(t).

This holds for every point of b, and so for the nearest. Halving proves a motion next to a contact
only in ever smaller parts; this bound proves it in one step: a part that is lifted off along its
normal, or set down, or gripped by fingers that move straight, does no more than touch, and a part
that is pressed in does more. The time at which f reaches 0 is where a first contact is likely.

`stretch_kernel` has the same formulas in loops for the compiler.
"""

import numpy as np
from numpy.typing import NDArray

from geometry.loops.stretch_kernel import ALLOWED, STRAIGHT
from geometry.poses import Array, inverted
from geometry.separation.batches import APART, MEETS, NEAR, OPEN, closest_pieces
from geometry.separation.convex_pieces import ConvexPiece
from geometry.separation.packed_bodies import Integers
from geometry.solids.primitives.primitive import Primitive

Flags = NDArray[np.bool_]


def nothing_unproven(n: int) -> Array:
    """The spans (see `Unproven`) of n stretches that are proven as a whole, (n, 7)."""
    return np.tile([np.inf, -np.inf, np.inf, np.inf, -np.inf, np.inf, np.inf], (n, 1))


def joined(one: Array, two: Array) -> Array:
    """The spans (n, 7) that contain the unproven intervals of both arguments (n, 7)."""
    spans = np.minimum(one, two)
    spans[:, [1, 4]] = np.maximum(one[:, [1, 4]], two[:, [1, 4]])
    return spans


def piece_stretches(
    one: ConvexPiece, two: ConvexPiece, T_a_b: Array, times: Array, limits: Array, has_ends: Flags
) -> tuple[Integers, Array]:
    """The states (n,) of two pieces of bodies a and b at n looks, and their unproven spans (n, 7):
    see `Unproven`.

    T_a_b: Poses at start, look and end, (n, 3, 4, 4). times: Start, look and end, (n, 3). limits:
    Rate, bend and kink, (n, 3). has_ends: Whether the poses at start and end are known, (n,).
    """
    T = inverted(one.T_solid_piece) @ T_a_b @ two.T_solid_piece
    way = limits[:, 0] * np.diff(times, axis=1).max(axis=1)
    gap, d, is_in = closest_pieces(one, two, T[:, 1], way)
    exact = one.is_exact and two.is_exact
    spans = nothing_unproven(len(T))
    spans[is_in & exact, 6] = times[is_in & exact, 1]
    for end, column in ((0, 0), (2, 3)):
        order = [end, 1] if end == 0 else [1, end]
        beyond = gaps_along(one.shape, two.shape, T[:, end], d)
        is_out = (has_ends & ~is_in)[:, None]
        by_look = np.where(is_out, np.column_stack([beyond, gap]), -np.inf)
        nearest, along, meets = closest_pieces(one, two, T[:, end], np.full(len(T), np.inf))
        is_known = (has_ends & ~meets)[:, None]
        other = gaps_along(one.shape, two.shape, T[:, 1], along)
        by_end = np.where(is_known, np.column_stack([nearest, other]), -np.inf)
        if end:
            by_look, by_end = by_look[:, ::-1], by_end[:, ::-1]
        left = np.array(times[:, order])
        for gaps in (by_look, by_end):
            left = narrowed(left, times[:, order], gaps, limits)
        crossing = _entered(times[:, order], by_look if end else by_end)
        noted = (left[:, 0] < left[:, 1]) & ~(is_in & exact & (end == 2))
        spans[noted, column : column + 3] = np.column_stack([left, crossing])[noted]
        if exact:
            at_end = noted & has_ends & meets
            spans[at_end, 6] = np.minimum(spans[at_end, 6], times[at_end, end])
    return _states(gap, is_in, spans, way, exact)


def _states(
    gap: Array, is_in: Flags, spans: Array, way: Array, exact: bool
) -> tuple[Integers, Array]:
    is_left = (spans[:, 0] < spans[:, 1]) | (spans[:, 3] < spans[:, 4])
    states = np.where(is_left, NEAR, APART)
    if exact:
        states[is_in] = MEETS
    else:
        states[is_in | (gap <= 0.0)] = OPEN
    is_far = gap > way
    spans[is_far] = nothing_unproven(1)
    return np.where(is_far, APART, states), spans


def narrowed(left: Array, times: Array, gaps: Array, limits: Array) -> Array:
    """The part of unproven intervals `left` (n, 2) that stays unproven, (n, 2), when the gaps (n,
    2) along one direction at two times (n, 2) are known; start >= end if nothing stays.

    gaps: Mm, -inf where a gap is not known. limits: Rate, bend and kink, (n, 3).
    """
    rate, bend, kink = limits.T
    start, end = times.T
    span = end - start
    first, last = (gaps + ALLOWED).T
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        lo = np.where(first > 0.0, start + first / rate, start)
        hi = np.where(last > 0.0, end - last / rate, end)
        sag = (0.5 * bend * span + kink) * span
        low, high = _dip(first, last, sag)
    known = np.isfinite(first) & np.isfinite(last) & (sag < 1e299)
    lo = np.where(known & (low > 0.0), np.maximum(lo, start + low * span), lo)
    hi = np.where(known & (high < 1.0), np.minimum(hi, start + high * span), hi)
    return np.column_stack([np.maximum(left[:, 0], lo), np.minimum(left[:, 1], hi)])


def _dip(first: Array, last: Array, sag: Array) -> tuple[Array, Array]:
    """The least and the greatest s at which first (1 - s) + last s - sag s (1 - s) is below 0, (n,)
    each; 2 and -1 if it is below 0 nowhere."""
    middle = last - first - sag
    square = middle * middle - 4.0 * sag * first
    root = np.sqrt(np.maximum(square, 0.0))
    half = np.where(middle < 0.0, 0.5 * (root - middle), -0.5 * (middle + root))
    one, two = first / half, half / sag
    low, high = np.minimum(one, two), np.maximum(one, two)
    falls, is_line = middle < 0.0, sag <= STRAIGHT * np.abs(half)
    low = np.where(is_line, np.where(falls, one, -1.0), low)
    high = np.where(is_line, np.where(falls, 2.0, one), high)
    is_flat = (half == 0.0) | (is_line & (middle == 0.0))
    low = np.where(is_flat, np.where(first < 0.0, 0.0, 2.0), low)
    high = np.where(is_flat, np.where(first < 0.0, 1.0, -1.0), high)
    return np.where(square < 0.0, 2.0, low), np.where(square < 0.0, -1.0, high)


def _entered(times: Array, gaps: Array) -> Array:
    """The times at which the straight line between two gaps (n, 2) falls below -ALLOWED, (n,); inf
    where it does not."""
    first, last = (gaps + ALLOWED).T
    falls = (first > 0.0) & (last < 0.0) & np.isfinite(first) & np.isfinite(last)
    share = np.full(len(first), np.inf)
    share[falls] = first[falls] / (first[falls] - last[falls])
    return np.asarray(times[:, 0] + share * (times[:, 1] - times[:, 0]))


def gaps_along(one: Primitive, two: Primitive, T: Array, d: Array) -> Array:
    """The gaps (n,), mm, of two shapes along unit vectors d (n, 3) in the frame of the first; the
    second shape is at T (n, 4, 4)."""
    beyond = np.einsum("nij,ni->nj", T[:, :3, :3], -d)
    on_two = np.sum(two.support(beyond) * beyond, axis=1)
    on_two -= np.einsum("ni,ni->n", T[:, :3, 3], d)
    return np.asarray(-on_two - np.sum(one.support(d) * d, axis=1))
