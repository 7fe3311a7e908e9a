"""What is known along the path of the tool: speed, clearance, manipulability. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike

from kinematics.differential.velocity import weighted_jacobian
from scenes.runs.run import Run
from scenes.world.frozen import Array

FARTHEST_MM = 200.0  # clearances from here on have one colour: they are no reason to look
STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)  # the first digits of the end of a scale


class PathColour(Enum):
    """What the colour of the path tells; its value is the word in the settings."""

    TIME = "time"
    SPEED = "speed"
    CLEARANCE = "clearance"
    MANIPULABILITY = "manipulability"

    @property
    def label(self) -> str:
        """The name in the legend."""
        return {
            PathColour.TIME: "Time",
            PathColour.SPEED: "Speed of the tool",
            PathColour.CLEARANCE: "Clearance",
            PathColour.MANIPULABILITY: "Manipulability",
        }[self]

    @property
    def unit(self) -> str:
        """The unit of the values, "" for a number without one."""
        return {PathColour.SPEED: "mm/s", PathColour.CLEARANCE: "mm"}.get(self, "")


@dataclass(frozen=True)
class Scale:
    """The values that the ends of the colours stand for. Values beyond the high end look like it.

    is_open: Whether there are such values.
    """

    low: float
    high: float
    unit: str
    is_open: bool = False

    @property
    def marks(self) -> tuple[float, ...]:
        """Values named beside the colours: both ends and the quarters between."""
        return tuple(self.low + share * (self.high - self.low) for share in (0, 0.25, 0.5, 0.75, 1))

    def shares(self, values: ArrayLike) -> Array:
        """Where values (m,) lie between the ends, 0 to 1; nan stays nan."""
        share = (np.asarray(values, float) - self.low) / (self.high - self.low)
        return np.asarray(np.clip(share, 0.0, 1.0))

    def words(self, value: float) -> str:
        """A value with its unit, as `312 mm/s`; infinite clearance has no body to be near."""
        if np.isnan(value):
            return "not computed yet"
        if np.isinf(value):
            return "nothing to be near"
        return f"{number(value)} {self.unit}".strip()


def number(value: float) -> str:
    """A value in three digits or more: `312`, `8.4`, `0.071`."""
    for least, digits in ((100.0, 0), (10.0, 1), (0.1, 2)):
        if abs(value) >= least:
            return f"{value:.{digits}f}"
    return f"{value:.3g}"


def scale_of(colour: PathColour, values: ArrayLike) -> Scale:
    """The scale for values (m,): from 0 to a round number that none exceeds.

    Clearances end at 200 mm at most. Values that are not known yet are nan.
    """
    given = np.asarray(values, float)
    known = given[np.isfinite(given)]
    high = round_up(float(known.max(initial=0.0)))
    if colour is PathColour.CLEARANCE:
        is_open = bool((given > FARTHEST_MM).any())
        return Scale(0.0, FARTHEST_MM if is_open else high, colour.unit, is_open)
    return Scale(0.0, high, colour.unit)


def round_up(value: float) -> float:
    """The least of 1, 2, 2.5, 5, 10 times a power of ten that is not below a value; 1 for 0."""
    if value <= 0.0:
        return 1.0
    power = 10.0 ** np.floor(np.log10(value))
    return float(next(step * power for step in STEPS if step * power >= value * (1.0 - 1e-9)))


def values_at(run: Run, colour: PathColour, times: ArrayLike) -> Array:
    """The clearance, mm, or the manipulability at times (m,), s, of a run.

    Manipulability is that of Yoshikawa (1985), sqrt(det(J J^T)), for the Jacobian without units:
    0 in a singular pose.
    """
    from scenes.checking.distances.clearance_course import clearance_at

    asked = np.asarray(times, float)
    if colour is PathColour.CLEARANCE:
        return clearance_at(run, asked)
    J, _ = weighted_jacobian(run.cell.robot.mechanism, run.motion_at(asked)[0])
    return np.asarray(np.linalg.svd(J, compute_uv=False).prod(axis=-1))
