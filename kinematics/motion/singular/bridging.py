"""Bridges: a line leaves its place beside a singular pose, so that no joint has to slow it down.

On a stretch about the place where a joint is asked for most, the path of the line is replaced: the
wrist's joints follow a quintic and the others keep the tool point on its line (`wrist_bridge.py`),
or, where that cannot be, all joints follow a quintic. It has the values, q' and q'' that the path
has at both ends; the path stays C2. A wider bridge turns the joints more slowly and leaves the line
by more. Its half widths come from a fixed grid. Of the bridges that keep the tolerance and the
joint limits the one is taken on which the whole line is fastest, or none: so a greater tolerance
never makes a line slower.

The parameter of the path gets longer on a bridge of all joints until the tool keeps its programmed
speeds there at the same ds/dt as on the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from kinematics.arm.limits import SLACK
from kinematics.arm.mechanism import Mechanism
from kinematics.motion.laws.time_law import TimeLaw
from kinematics.motion.paths.joint_path import JointPath, joined
from kinematics.motion.paths.tool_curve import ToolCurve
from kinematics.motion.singular.deviation import Deviation, deviation
from kinematics.motion.singular.manner import Singular
from kinematics.motion.singular.passages import Passage, passages
from kinematics.motion.singular.wrist_bridge import wrist_bridge
from kinematics.poses.transforms import Array

NARROWER = float(np.sqrt(0.5))  # ratio of two half widths of the grid that follow each other
NARROWEST = 1e-5  # of the line: half width of the narrowest bridge
LEAST_OF_PASSAGE = 0.25  # of a passage: a bridge narrower than this helps little
# The search for the length of a bridge's parameter: rounds, and the factor by which the tool may be
# too fast; the whole line is slowed down by that.
LONGER_ROUNDS, FAST_ENOUGH = 6, 1.001
FAR_OFF = 2.0  # times the tolerance: a longer parameter does not make up for this
NO_BETTER = 3  # bridges in a row that are slower than a wider one: narrower ones are slower, too
GAIN = 1e-3  # of the duration: what a bridge must save


@dataclass(frozen=True)
class Bridge:
    """A stretch of a line that the tool leaves beside a singular pose.

    passage: what would have been there. start, end: shares of the line. mm, rad: bounds on the
    distance and the angle of the tool from the line. saved: s, of the duration of the line; nan
    where the line cannot be driven without the bridge.
    """

    passage: Passage
    start: float
    end: float
    mm: float
    rad: float
    saved: float


class Course(NamedTuple):
    """A line's path with its law, and the bridges in the path.

    faster: at the programmed ds/dt the tool would be faster on a bridge than programmed by this
    factor, at least 1; the law keeps to the programmed speed.
    """

    path: JointPath
    law: TimeLaw
    faster: float = 1.0
    bridges: tuple[Bridge, ...] = ()


@dataclass(frozen=True, eq=False)
class Bridging:
    """What bridges depend on, besides the path of the line.

    speeds: programmed speeds of the tool, mm/s and rad/s. rate: the ds/dt at which they are
    reached, 1/s. law: the law of a path at a rate.
    """

    mechanism: Mechanism
    curve: ToolCurve
    T_flange_tool: Array
    speeds: tuple[float, float]
    rate: float
    law: Callable[[JointPath, float], TimeLaw]

    def over(self, path: JointPath, found: tuple[Passage, ...], tolerance: Singular) -> Course:
        """The path of a line, s from 0 to 1, with the bridges that make it faster.

        found: its passages. Each bridge adds to the length of the path's parameter what the tool
        needs. An arm with loops gets none: how far it may leave its line has no bound here.
        """
        course = Course(path, self.law(path, self.rate))
        if self.mechanism.has_loops:
            return course
        for passage in reversed(found):  # what is before a bridge keeps its place on the path
            course = self._with_bridge(course, passage, tolerance)
        return course

    def _with_bridge(self, course: Course, passage: Passage, tolerance: Singular) -> Course:
        """The fastest course with a bridge over one passage, or the course without."""
        if course.bridges and course.bridges[0].start <= passage.place:
            return course  # a bridge over a later passage leads over this one, too
        best, most, worse = course, 1.0 - GAIN, 0
        for middle, bridge, faster in self._candidates(course, passage, tolerance):
            path, faster = _replaced(course.path, middle, bridge), max(faster, course.faster)
            law = self.law(path, self.rate / faster)
            if law.duration <= best.law.duration * most:
                bridge = replace(bridge, saved=course.law.duration - law.duration)
                best = Course(path, law, faster, (bridge, *course.bridges))
                most, worse = 1.0, 0
            elif best is not course:
                worse += 1
                if worse == NO_BETTER:
                    break
        return best

    def _candidates(
        self, course: Course, passage: Passage, tolerance: Singular
    ) -> Iterator[tuple[JointPath, Bridge, float]]:
        """Bridges over a passage that keep the tolerance and the limits, from wide to narrow, and
        the factor by which the tool would be too fast on them."""
        path, end = course.path, course.bridges[0].start if course.bridges else 1.0
        for span in _spans(passage, end):
            for make in (self._by_wrist, self._by_joints):
                middle = make(path, span, tolerance)
                if middle is None or not self._keeps_limits(middle):
                    continue
                off = self._off(middle, span)
                faster = self._faster(off)
                is_near = off.mm <= tolerance.mm and off.rad <= tolerance.rad
                if is_near and faster <= FAST_ENOUGH:
                    yield middle, Bridge(passage, *span, off.mm, off.rad, 0.0), max(faster, 1.0)
                    break

    def _by_wrist(
        self, path: JointPath, span: tuple[float, float], _: Singular
    ) -> JointPath | None:
        return wrist_bridge(self.mechanism, self.curve, self.T_flange_tool, path, span)

    def _by_joints(
        self, path: JointPath, span: tuple[float, float], tolerance: Singular
    ) -> JointPath | None:
        """The quintic of all joints over a span, whose parameter is as long as the tool needs."""
        ends, longer = path.derivatives(np.array(span), 2), 1.0
        for _ in range(LONGER_ROUNDS):
            middle = JointPath.through(np.array([0.0, longer * (span[1] - span[0])]), *ends)
            off = self._off(middle, span)
            if off.mm > FAR_OFF * tolerance.mm or off.rad > FAR_OFF * tolerance.rad:
                return None
            if self._faster(off) <= FAST_ENOUGH:
                return middle
            longer *= self._faster(off)
        return None

    def _off(self, middle: JointPath, span: tuple[float, float]) -> Deviation:
        return deviation(self.mechanism, self.T_flange_tool, self.curve, middle, span)

    def _faster(self, off: Deviation) -> float:
        """How much faster than programmed the tool would be, as a factor."""
        return self.rate * max(off.speed / self.speeds[0], off.turning / self.speeds[1])

    def _keeps_limits(self, path: JointPath) -> bool:
        """Whether all joints keep their limits: a path lies in the hull of its coefficients."""
        over = np.maximum(
            path.controls - self.mechanism.upper, self.mechanism.lower - path.controls
        )
        return bool((over <= SLACK).all())


def bridged(
    bridging: Bridging, path: JointPath, tolerance: Singular, crossed: float | None = None
) -> tuple[JointPath, float, tuple[Bridge, ...]]:
    """The path of a line with bridges over its passages, its rate, 1/s, and the bridges.

    The parameter of both paths goes from 0 to 1. crossed: the share at which the line passes a
    singular pose itself (`crossing.py`); what a bridge there saves is not told.
    """
    found = passages(bridging.mechanism, path, bridging.rate)
    if not found or tolerance.mm <= 0.0:
        return path, bridging.rate, ()
    course = bridging.over(path, found, tolerance)
    if not course.bridges:
        return path, bridging.rate, ()
    bridges = tuple(
        replace(each, saved=np.nan) if _is_over(each, crossed) else each for each in course.bridges
    )
    shorter = 1.0 / course.path.length
    return course.path.scaled(shorter), bridging.rate / course.faster * shorter, bridges


def _is_over(bridge: Bridge, crossed: float | None) -> bool:
    return crossed is not None and bridge.start < crossed < bridge.end


def _spans(passage: Passage, end: float) -> Iterator[tuple[float, float]]:
    """Spans of bridges over a passage, from wide to narrow; `end`: of the line that is free."""
    half = max(passage.place, end - passage.place)
    least = max(NARROWEST, LEAST_OF_PASSAGE * (passage.end - passage.start))
    while half >= least:
        yield max(passage.place - half, 0.0), min(passage.place + half, end)
        half *= NARROWER


def _replaced(path: JointPath, middle: JointPath, bridge: Bridge) -> JointPath:
    """The path with a bridge in it."""
    parts = [middle]
    if bridge.start > 0.0:
        parts.insert(0, path.part(0.0, bridge.start))
    if bridge.end < path.length:
        parts.append(path.part(bridge.end, path.length))
    whole = joined(parts)
    mm, rad = max(path.deviation_mm, bridge.mm), max(path.deviation_rad, bridge.rad)
    return JointPath(whole.knots, whole.controls, mm, rad)
