"""Arms that miss their family by rounding or by calibration: the nominal arm and how far off it is.

The nominal arm is the nearest member of the family (`nearest_members.py`), or the one that fits
best (`fitted_members.py`), whichever has the smaller delta:

    delta = max over joint values of  |p - p_nominal| / size + the angle between the flanges

So a tilt counts for what it moves, and one number tells how near the arm is to its family. It is
the largest of SAMPLES joint values all round, which is measured, not proven. Bands of delta:

- to ROUNDED_OFF the arm is of its family but for the digits of its file;
- to FARTHEST it is one that was calibrated, or built not quite as drawn: nominal arm and
  correction;
- beyond it is another arm.

The nominal arm names the postures of the arm, reads the same sides as the arm's own table would,
and gives the first guess of every solution.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from kinematics.arm.forward import flange_poses, link_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.residuals import misses
from kinematics.arm.size import size_of
from kinematics.families.anthropomorphic import ArmGeometry, recognise_arm
from kinematics.families.fitted_members import fitted
from kinematics.families.nearest_members import (
    Axes,
    member_of,
    nearest_parallel,
    nearest_spherical,
)
from kinematics.families.parallel_axes import ParallelArm, recognise_parallel
from kinematics.tolerances import FARTHEST_CORRECTION, ROUNDED_OFF, SENSE

SAMPLES, FIRST_LOOK, SEED = 4000, 48, 11
MAY_FIT = 3.0  # times the farthest correction: a nearest member this far off may yet fit
SQUARE_ENOUGH = 3.0  # times delta: a wrist farther from right angles than this is oblique


@dataclass(frozen=True, eq=False)
class CorrectedArm:
    """mechanism, nominal: the arm as it is, and the member of the family. geometry: of the nominal.

    delta: see the head of this file. shift_mm, turn_rad: the most by which the flange of the
    nominal arm is off the flange of the arm at the same joint values.
    """

    mechanism: Mechanism
    nominal: Mechanism
    geometry: ArmGeometry | ParallelArm
    delta: float
    shift_mm: float
    turn_rad: float
    size: float

    @property
    def is_rounded(self) -> bool:
        """Whether the arm misses its family by no more than the digits of a file."""
        return self.delta <= ROUNDED_OFF


@dataclass(frozen=True, eq=False)
class Candidate:
    """A member of the family with its axes, and how far it is off."""

    axes: Axes
    nominal: Mechanism
    delta: float
    shift_mm: float
    turn_rad: float


@lru_cache(maxsize=256)
def recognise_corrected_arm(mechanism: Mechanism) -> CorrectedArm | str:
    """The nominal arm with a spherical wrist, or one clause saying why there is none near."""
    found = _recognised(mechanism, nearest_spherical, recognise_arm, parallel=False)
    return found or "no arm with a spherical wrist is near it"


@lru_cache(maxsize=256)
def recognise_corrected_parallel(mechanism: Mechanism) -> CorrectedArm | str:
    """The nominal arm with three parallel axes, or one clause saying why there is none near."""
    found = _recognised(mechanism, nearest_parallel, recognise_parallel, parallel=True)
    return found or "no arm with three parallel axes is near it"


def named_geometry(mechanism: Mechanism) -> ArmGeometry | ParallelArm | None:
    """The geometry that names the postures of an arm: its own, or that of its nominal arm."""
    for recognise in (recognise_arm, recognise_parallel):
        geometry = recognise(mechanism)
        if not isinstance(geometry, str):
            return geometry
    for correct in (recognise_corrected_arm, recognise_corrected_parallel):
        arm = correct(mechanism)
        if not isinstance(arm, str):
            return arm.geometry
    return None


def _recognised(
    mechanism: Mechanism,
    nearest: Callable[..., Axes | None],
    measured: Callable[[Mechanism], ArmGeometry | ParallelArm | str],
    parallel: bool,
) -> CorrectedArm | None:
    if mechanism.kinds != "RRRRRR" or mechanism.position_only:
        return None
    size = size_of(mechanism)
    best = _best(mechanism, nearest, size, parallel)
    if best is None:
        return None
    geometry = measured(best.nominal)
    if isinstance(geometry, str):
        return None
    geometry = _with_sides(geometry, best.nominal)
    return CorrectedArm(
        mechanism, best.nominal, geometry, best.delta, best.shift_mm, best.turn_rad, size
    )


def _best(
    mechanism: Mechanism, nearest: Callable[..., Axes | None], size: float, parallel: bool
) -> Candidate | None:
    """The nearest member, or the one that fits best; None where both are far.

    A look at few samples tells most arms of other families from those worth the fit. A wrist with
    right angles is taken before an oblique one unless its angles miss them by more than delta.
    """
    axes = nearest(mechanism)
    if axes is None:
        return None
    if _candidate(mechanism, axes, size, FIRST_LOOK).delta > MAY_FIT * FARTHEST_CORRECTION:
        return None
    found = _fitting(mechanism, axes, size, parallel)
    if axes.is_square and axes.tilt > SQUARE_ENOUGH * found.delta:
        oblique = nearest(mechanism, square=False)
        assert oblique is not None, "the axes were near enough a moment ago"
        other = _fitting(mechanism, oblique, size, parallel)
        found = other if SQUARE_ENOUGH * other.delta < found.delta else found
    return found if found.delta <= FARTHEST_CORRECTION else None


def _fitting(mechanism: Mechanism, axes: Axes, size: float, parallel: bool) -> Candidate:
    """The member with these axes or, where it is off by more than rounding, a better one."""
    nearest = _candidate(mechanism, axes, size, SAMPLES)
    if nearest.delta <= ROUNDED_OFF:
        return nearest
    better = _candidate(mechanism, fitted(mechanism, axes, size, parallel), size, SAMPLES)
    return better if better.delta < nearest.delta else nearest


def _candidate(mechanism: Mechanism, axes: Axes, size: float, samples: int) -> Candidate:
    nominal = member_of(mechanism, axes)
    return Candidate(axes, nominal, *how_far_off(mechanism, nominal, size, samples))


def how_far_off(
    mechanism: Mechanism, nominal: Mechanism, size: float, samples: int = SAMPLES
) -> tuple[float, float, float]:
    """Delta of a nominal arm, and the largest shift, mm, and turn, rad, of its flange."""
    q = np.random.default_rng(SEED).uniform(-np.pi, np.pi, (samples, mechanism.n))
    shift, turn = misses(mechanism, q, flange_poses(nominal, q))
    return float((shift / size + turn).max()), float(shift.max()), float(turn.max())


def _with_sides(
    geometry: ArmGeometry | ParallelArm, nominal: Mechanism
) -> ArmGeometry | ParallelArm:
    """The geometry with the sides that the drawn arm has, where a correction may turn their signs.

    An arm whose x axis of link 1 is drawn square to its own x axis, whose axis 1 lies level or
    whose straight wrist has joint 5 at a right angle has a sign that any correction would change.
    """
    links = link_poses(nominal, np.zeros(6))
    link_1 = links[1]
    x_arm = np.cross(links[2, :3, 2], link_1[:3, 2])
    front = 1.0 if link_1[:3, 0] @ x_arm > -SENSE else -1.0
    up = -1.0 if link_1[2, 2] < -SENSE else 1.0
    wrist = geometry.wrist
    middle = wrist.nearest
    if not -np.pi / 2 + SENSE < middle <= np.pi / 2 + SENSE:
        middle += np.pi if middle < 0.0 else -np.pi
    is_same = abs(middle - wrist.middle) < 1.0
    return replace(
        geometry,
        front=front,
        up=up,
        wrist=wrist if is_same else replace(wrist, middle=middle),
    )
