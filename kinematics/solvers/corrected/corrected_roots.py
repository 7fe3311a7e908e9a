"""All roots of an arm that is near a family: nominal closed form, Newton's method, and a flag.

1. The closed form of the nominal arm gives up to eight roots; each is led to a root of the arm as
   it is (`chord_newton.py`).
2. That alone loses roots next to singular poses, from corrections of 1e-6 mm on. So a pose is
   flagged, and goes to the general solver, if any of these holds:
   a. a nominal root leads to no root, or farther than FARTHEST_SHIFT; or two lead to one;
   b. the pose is near an edge where roots of the nominal arm begin (`edges.py`);
   c. at a nominal root the arm is near a singular posture: both sigma6, the smallest singular
      value of its Jacobian, and 10 |det J| are below REACH delta, lengths in sizes of the arm;
   d. on the way from a nominal root to the root |det J| changes by a factor of UNEVEN or more, so
      that the correction is not the small step for which c. was measured.
3. The roots are named by the signs that the nominal arm reads off them (`named_slots.py`).

What is known of the flag. Proven: every root of the arm is a nominal root of a pose no farther
than delta away; so if within that distance no nominal root begins, ends or meets another, and the
corrections contract, the roots correspond one to one. Measured: that the numbers above stand for
this condition. Of 4.5 million poses of PUMA, UR5e and KR6 with corrections from 1e-3 to 2 mm, a
third of them next to a straight wrist, c. alone lost a root without a flag at 9 poses with a REACH
of 16, and at 68 with 8; with d. none was lost with 6. 8 is taken. A flagged pose is complete where
the general solver says so.

At singular poses of an arm that misses its family by no more than the digits of its file the ranges
of the nominal arm are given, and nothing is said to be complete (`file_digits.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.families.corrected_arms import (
    CorrectedArm,
    recognise_corrected_arm,
    recognise_corrected_parallel,
)
from kinematics.families.posture import POSTURES
from kinematics.loops.chord_kernel import LEFT
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers import general, multi_start, spherical_wrist, three_parallel
from kinematics.solvers.corrected.chord_newton import DAMPING, MET, led_to_roots
from kinematics.solvers.corrected.edges import at_parallel_edge, at_spherical_edge
from kinematics.solvers.corrected.file_digits import at_ranges
from kinematics.solvers.corrected.named_slots import are_misnamed, named, overlaid
from kinematics.solvers.elimination.polish import Affine, affine_of, least_sizes
from kinematics.tolerances import NEVER_ZERO

Mask = NDArray[np.bool_]

REACH = 8.0  # delta: how far from a change in its roots a pose has to be
UNEVEN = 1.25
LEAST_TURN = 1e-3  # rad: a correction that turns the joints by less changes |det J| by less
DETERMINANT = 10.0  # of |det J| for what sigma6 is
ROUGH = 1e3 * DAMPING  # of |det J|: what the damping of J adds to it may be as much
FARTHEST_SHIFT = 0.2  # rad
ONE_ROOT = 1e-6  # rad: two that were led this near to each other are one
MAY_MEET = 1e-5  # rad: nominal roots that moved less than this met only if they were one before
LEAST_DELTA = 1e-13  # rounding of the closed form
CHUNK = 256  # poses at a time: their roots stay in the cache
MOSTLY_FLAGGED = 0.75  # share of a chunk from which the general solver alone costs less


@dataclass(frozen=True, eq=False)
class Led:
    """Nominal roots of a chunk led to the arm: q (N, 8, 6), valid, flagged (N,), and the nominal
    roots themselves."""

    q: Array
    valid: Mask
    flagged: Mask
    nominal: Roots


def corrected(
    nominal: Solver,
    recognise: Callable[[Mechanism], CorrectedArm | str],
    at_edge: Callable[..., Mask],
) -> Solver:
    """The solver of arms near the family of a closed form."""

    def solve(arm: CorrectedArm, Ts: Array, held: Array | None = None) -> Roots:
        return _solved(arm, nominal, at_edge, Ts, held)

    def explain(arm: CorrectedArm, T: Array) -> str:
        """Why one pose (4, 4) has no solution, in the lengths of the nominal arm."""
        if nominal.solve(arm.geometry, T[None]).valid.any():
            return general.explain(general.SOLVER.recognise(arm.mechanism), T)
        return nominal.explain(arm.geometry, T)

    def title(arm: CorrectedArm) -> str:
        return nominal.name if arm.is_rounded else f"{nominal.name}, {_by_how_much(arm)}"

    def note(arm: CorrectedArm) -> str:
        return f"{nominal.name}, {_by_how_much(arm)}"

    return Solver(
        f"{nominal.name}, corrected",
        recognise,
        solve,
        explain,
        complete=True,
        postures=POSTURES,
        closed_form=False,
        in_slot_order=nominal.in_slot_order,
        title=title,
        note=note,
    )


def _by_how_much(arm: CorrectedArm) -> str:
    return f"corrected by up to {arm.shift_mm:.2g} mm"


def _solved(
    arm: CorrectedArm,
    nominal: Solver,
    at_edge: Callable[..., Mask],
    Ts: Array,
    held: Array | None,
) -> Roots:
    parts, start = [], 0
    while start < len(Ts):
        chunk = slice(start, start + CHUNK)
        kept = None if held is None else held[chunk]
        parts.append(_led(arm, nominal, at_edge, Ts[chunk], kept))
        start += CHUNK
        if len(parts) == 1 and parts[0].flagged.mean() > MOSTLY_FLAGGED and start < len(Ts):
            kept = None if held is None else held[start:]
            parts.append(_unled(nominal.solve(arm.geometry, Ts[start:], kept)))
            break
    if not parts:
        return nominal.solve(arm.geometry, Ts, held)
    led = Led(
        np.concatenate([part.q for part in parts]),
        np.concatenate([part.valid for part in parts]),
        np.concatenate([part.flagged for part in parts]),
        Roots.joined([part.nominal for part in parts]),
    )
    return _completed(arm, nominal, Ts, led, held)


def _unled(seeds: Roots) -> Led:
    """Poses that all go to the general solver."""
    return Led(seeds.q, seeds.valid, np.ones(len(seeds.q), bool), seeds)


def _led(
    arm: CorrectedArm,
    nominal: Solver,
    at_edge: Callable[..., Mask],
    Ts: Array,
    held: Array | None,
) -> Led:
    """Steps 1 and 2 of one chunk."""
    seeds = nominal.solve(arm.geometry, Ts, held)
    delta = max(arm.delta, LEAST_DELTA)
    reach = REACH * delta
    flagged = at_edge(arm.geometry, Ts, seeds.valid, delta, reach, arm.size)
    flagged |= seeds.free.any(axis=1)
    scaled = Ts.copy()
    scaled[:, :3, 3] /= arm.size
    chain = _chain(arm.mechanism)
    pose, slot = np.nonzero(seeds.valid & ~flagged[:, None])
    start = seeds.q[pose, slot]
    near = reach, max(reach / DETERMINANT, ROUGH)
    found, residual, least, determinant = led_to_roots(chain, start, scaled, pose, near)
    doubtful = np.flatnonzero((least < near[0]) & (determinant < near[1]) & (residual < LEFT))
    if len(doubtful):
        sigma = least_sizes(chain, start[doubtful])[0]
        flagged[pose[doubtful[sigma < reach]]] = True
    shift = np.abs(found - start).max(axis=1, initial=0.0)
    flagged[pose[(residual > MET) | (shift > FARTHEST_SHIFT)]] = True
    turned = np.flatnonzero((shift > LEAST_TURN) & ~flagged[pose])
    flagged[pose[turned[_are_uneven(chain, found[turned], determinant[turned])]]] = True
    q = np.zeros(seeds.q.shape)
    q[pose, slot] = wrapped(found)
    moved = np.zeros(len(Ts), bool)
    moved[pose[shift > MAY_MEET]] = True
    suspects = np.flatnonzero(moved & ~flagged)
    flagged[suspects] = _any_met(q[suspects], seeds.valid[suspects])
    return Led(q, seeds.valid, flagged, seeds)


def _are_uneven(chain: Affine, found: Array, determinant: Array) -> Mask:
    """Whether |det J| at roots (K, 6) is not about what it was where they were led from, (K,)."""
    arrived = least_sizes(chain, found, limit=0.0)[1]
    change = arrived / np.maximum(determinant, NEVER_ZERO)
    return np.asarray((change > UNEVEN) | (change < 1.0 / UNEVEN))


def _any_met(q: Array, valid: Mask) -> Mask:
    """Whether two roots of a pose are one, q (N, 8, 6), (N,).

    The roots are sorted by a number that changes little where they do: a sum of sines and cosines.
    """
    weights = np.linspace(0.4, 1.0, 6)
    number = np.sin(q) @ weights + np.cos(q) @ weights[::-1] ** 2
    number = np.sort(np.where(valid, number, np.inf), axis=1)
    with np.errstate(invalid="ignore"):
        close = (np.diff(number, axis=1) < 2.0 * weights.sum() * ONE_ROOT).any(axis=1)
    for i in np.flatnonzero(close):
        rows = q[i, valid[i]]
        gap = np.abs(wrapped(rows[:, None] - rows)).max(axis=2)
        close[i] = (gap[np.triu_indices(len(rows), 1)] < ONE_ROOT).any()
    return np.asarray(close)


def _completed(
    arm: CorrectedArm, nominal: Solver, Ts: Array, led: Led, held: Array | None
) -> Roots:
    """Step 3, with the roots of flagged poses from the general solver or from ranges."""
    seeds, flagged = led.nominal, led.flagged
    none = np.zeros((len(Ts), 6), bool)
    own = Roots(led.q, led.valid, none, np.zeros(led.valid.shape, np.int64), seeds.near, ~flagged)
    odd = np.flatnonzero(are_misnamed(arm.geometry, own) & ~flagged)
    layers = [(odd, named(arm.geometry, own.part(odd), seeds.part(odd)))]
    asked = np.flatnonzero(flagged)
    if arm.is_rounded and len(asked):
        kept = None if held is None else held[asked]
        near = REACH * max(arm.delta, LEAST_DELTA)
        ranged, ranges = at_ranges(arm, nominal, Ts[asked], seeds.part(asked), near, kept)
        layers.append((asked[ranged], ranges))
        asked = asked[~ranged]
    if len(asked):
        found = _general(arm, Ts[asked])
        layers.append((asked, named(arm.geometry, found, seeds.part(asked))))
    return overlaid(own, layers)


def _general(arm: CorrectedArm, Ts: Array) -> Roots:
    """The roots of poses by the general solver; of an arm that it is not for those that Newton's
    method finds from many seeds, which are not certified."""
    ready = general.SOLVER.recognise(arm.mechanism)
    if isinstance(ready, str):
        found = multi_start.solve(arm.mechanism, Ts)
        return replace(found, certified=np.zeros(len(Ts), bool))
    return general.solve(ready, Ts)


@lru_cache(maxsize=64)
def _chain(mechanism: Mechanism) -> Affine:
    """The arm as it is, lengths in units of its size."""
    given, size = affine_of(mechanism), size_of(mechanism)
    base, links = given.base.copy(), given.links.copy()
    base[:3, 3] /= size
    links[:, :3, 3] /= size
    return replace(given, base=base, links=links)


SPHERICAL_SOLVER = corrected(spherical_wrist.SOLVER, recognise_corrected_arm, at_spherical_edge)
PARALLEL_SOLVER = corrected(three_parallel.SOLVER, recognise_corrected_parallel, at_parallel_edge)
