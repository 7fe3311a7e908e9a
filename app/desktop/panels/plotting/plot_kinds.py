"""The plots that can be shown, and the curves of each; no Qt.

A choice is what the user turns on; each gives one plot for each unit: an arm with slides has its
joint positions in two plots, degrees and mm.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.desktop.runs.motion_curves import MotionCurves
from kinematics import Mechanism
from kinematics.differential.manipulability import manipulability
from kinematics.motion.singular.nearness import NEAR_SINGULAR, smallest_singular_values
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from scenes.checking.distances.clearance_course import ClearanceCourse

# Percent at the upper end of a plot in percent, so that its limit is in sight.
HIGHEST = 112.0
IN_PERCENT = ("speeds", "accelerations", "jerks")
OF_JOINTS = ("joints", *IN_PERCENT)
# Of these plots the worker computes the curves when they are first shown.
FIGURES = ("manipulability", "singular")


@dataclass(frozen=True)
class Choice:
    """What a button turns on: its word, its whole name, the head of its column, and its tip."""

    word: str
    title: str
    head: str
    tip: str


CHOICES = {
    "joints": Choice("Position", "Joint positions", "q", "angles in degrees, slides in mm"),
    "speeds": Choice("Speed", "Joint speeds", "v %", "percent of the limit of each joint"),
    "accelerations": Choice(
        "Accel.", "Joint accelerations", "a %", "percent of the limit of each joint"
    ),
    "jerks": Choice("Jerk", "Joint jerks", "j %", "percent of the limit of each joint"),
    "tool": Choice(
        "Tool", "Tool speed", "mm/s", "of the tool point; dashed: programmed for lines and arcs"
    ),
    "clearance": Choice(
        "Clearance", "Clearance", "mm", "least distance of moving from standing bodies"
    ),
    "manipulability": Choice(
        "Manip.",
        "Manipulability",
        "w",
        "Yoshikawa's measure, the product of the singular values of the Jacobian with lengths in "
        "sizes of the arm: 0 in a singular pose",
    ),
    "singular": Choice(
        "Singular",
        "Singular value",
        "σ",
        "the smallest one of the Jacobian, lengths in m: velocity of the flange in its hardest "
        "direction (m/s, rad/s) for joint rates of 1 rad/s; dashed: below this a pose is nearly "
        "singular",
    ),
}
# The plots from top to bottom, with the words at their axis and the choice that they belong to.
AXES = {
    "joints": ("deg", "joints"),
    "slides": ("mm", "joints"),
    "speeds": ("speed %", "speeds"),
    "accelerations": ("accel. %", "accelerations"),
    "jerks": ("jerk %", "jerks"),
    "tool": ("tool mm/s", "tool"),
    "clearance": ("gap mm", "clearance"),
    "manipulability": ("manip. w", "manipulability"),
    "singular": ("sing. σ", "singular"),
}


@dataclass(frozen=True, eq=False)
class Figures:
    """Measures of the arm along the curves: (m,) each.

    manipulability: Without a unit. singular: Smallest singular value, m or rad a rad.
    """

    manipulability: Array
    singular: Array

    @classmethod
    def of(cls, mechanism: Mechanism, q: Array) -> Figures:
        """The measures at joint values q (m, n), rad or mm."""
        return cls(manipulability(mechanism, q), smallest_singular_values(mechanism, q))


def joint_values(mechanism: Mechanism, shown: NDArray[np.floating]) -> Array:
    """Joint values (m, n), rad or mm, from those of the plots, degrees or mm."""
    return np.where(mechanism.revolute > 0.0, np.radians(shown), shown)


def _nothing_known() -> ClearanceCourse:
    from scenes.checking.distances.clearance_course import ClearanceCourse

    return ClearanceCourse.joined(())


@dataclass(frozen=True, eq=False)
class PlotData:
    """All that the plots of a run show.

    figures: None until the worker has computed them. clearance, known_until: The part of the run
    whose distances are known, up to a time, s. margin: mm that the cell asks for.
    """

    curves: MotionCurves
    figures: Figures | None = None
    clearance: ClearanceCourse = field(default_factory=_nothing_known)
    known_until: float = 0.0
    margin: float = 0.0

    @property
    def span(self) -> tuple[float, float]:
        """The time at the start and at the end of the run, s."""
        return float(self.curves.times[0]), float(self.curves.times[-1])

    @property
    def lacks_clearance(self) -> bool:
        """Whether the distances of a part of the run are not known yet."""
        return self.known_until < self.span[1]


@dataclass(frozen=True, eq=False)
class Curve:
    """One curve of a plot. joint: Number of its joint from 0, None for a curve of the whole arm.

    is_bound: Whether its values are lower bounds.
    """

    times: Array
    values: NDArray[np.floating]
    joint: int | None = None
    is_bound: bool = False


def plots_of(choices: Collection[str], data: PlotData | None) -> tuple[str, ...]:
    """The plots of some choices, from top to bottom."""
    units = ("°",) if data is None else data.curves.units
    missing = {"joints"} if "°" not in units else set[str]()
    missing |= {"slides"} if "mm" not in units else set()
    return tuple(key for key, (_, of) in AXES.items() if of in choices and key not in missing)


def curves_in(key: str, data: PlotData) -> tuple[Curve, ...]:
    """The curves of a plot."""
    curves = data.curves
    if key in ("joints", "slides"):
        unit = "°" if key == "joints" else "mm"
        chosen = [i for i, each in enumerate(curves.units) if each == unit]
        return tuple(Curve(curves.times, curves.joints[:, i], i) for i in chosen)
    if key in IN_PERCENT:
        columns = getattr(curves, key).T
        return tuple(Curve(curves.times, values, i) for i, values in enumerate(columns))
    if key == "tool":
        return (Curve(curves.times, curves.tool_speed),)
    if key == "clearance":
        return _of_clearance(data.clearance)
    return () if data.figures is None else (Curve(curves.times, getattr(data.figures, key)),)


def _of_clearance(course: ClearanceCourse) -> tuple[Curve, ...]:
    """The measured distances, and the lower bounds where nothing better is known."""
    known = np.where(np.isfinite(course.distance_mm), course.distance_mm, np.nan)
    exact = np.where(course.is_bound, np.nan, known)
    found = [Curve(course.times, exact)]
    if course.is_bound.any():
        found.append(Curve(course.times, np.where(course.is_bound, known, np.nan), None, True))
    return tuple(found)


def range_of(key: str, data: PlotData, joints: Collection[int]) -> tuple[float, float]:
    """The lowest and the highest value that a plot shows. joints: Those whose curves are shown."""
    shown = [c.values for c in curves_in(key, data) if c.joint is None or c.joint in joints]
    low, high = _extremes(shown)
    if key in IN_PERCENT:
        greatest = max(abs(low), abs(high), HIGHEST)
        return -greatest, greatest
    if key in ("joints", "slides"):
        room = 0.06 * max(high - low, 1.0)
        return low - room, high + 2.0 * room
    limits = {"tool": data.curves.tool_limits[:, 2].max(initial=1.0), "clearance": data.margin}
    least = {"singular": 1.5 * NEAR_SINGULAR, "manipulability": 0.02, "clearance": 1.0}
    return 0.0, 1.12 * max(high, float(limits.get(key, 0.0)), least.get(key, 0.0))


def _extremes(columns: Sequence[NDArray[np.floating]]) -> tuple[float, float]:
    """The least and the greatest number of some columns; 0 and 0 where there is none."""
    finite = [column[np.isfinite(column)] for column in columns]
    kept = [column for column in finite if len(column)]
    if not kept:
        return 0.0, 0.0
    return float(min(c.min() for c in kept)), float(max(c.max() for c in kept))


def clearance_at(data: PlotData, time: float) -> tuple[float, bool] | None:
    """The distance at a time, mm, between its neighbours in time, and whether it is a lower bound.

    None where it is not known yet; inf where no pair counts.
    """
    course = data.clearance
    if not len(course.times) or time > data.known_until:
        return None
    behind = min(int(np.searchsorted(course.times, time)), len(course.times) - 1)
    before = max(behind - 1, 0) if course.times[behind] > time else behind
    both = course.distance_mm[[before, behind]]
    if not np.isfinite(both).all():
        return float(both.min()), False
    value = np.interp(time, course.times[[before, behind]], both) if before != behind else both[0]
    return float(value), bool(course.is_bound[[before, behind]].any())
