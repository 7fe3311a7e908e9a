"""From when to when the warnings of a run hold, for a time line.

A warning names the moment at which a motion is nearest to a singular pose, to a joint limit or to
another body. Around it the motion is near for a while: that is the span. What a motion is near to
depends on it alone, so that spans are kept with the motion and an edit asks for new ones only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from scenes.runs.run import Run
from scenes.runs.step import Problem
from scenes.world.frozen import Array
from scenes.world.robot_measures import limit_margins

if TYPE_CHECKING:
    from kinematics import Mechanism
    from kinematics.motion.motion import Motion

SINGULAR, LIMIT, PASSED_LIMIT, CLOSE = "W301", "W302", "E303", "W303"
CODES = frozenset({SINGULAR, LIMIT, PASSED_LIMIT, CLOSE})
# Findings whose spans are looked for; the rest of a very long list has its moments alone.
MOST_SPANS = 400


@dataclass(frozen=True)
class FindingSpan:
    """A finding of a run and the span of time, s, in which it holds.

    Attributes:
        time: The moment that the finding names.
        file: Name of the file of a called program; "" for the program that is run.
    """

    code: str
    start: float
    end: float
    time: float
    line: int
    message: str
    file: str = ""


def finding_spans(run: Run, problems: Iterable[Problem]) -> tuple[FindingSpan, ...]:
    """The spans of all findings with a time that are near a singular pose, a limit or a body."""
    found = [p for p in problems if p.code in CODES and p.time is not None]
    return tuple(_of(run, problem, number < MOST_SPANS) for number, problem in enumerate(found))


def _of(run: Run, problem: Problem, is_looked_for: bool) -> FindingSpan:
    assert problem.time is not None
    moment = float(problem.time)
    start, end = _span(run, problem, moment) if is_looked_for else (moment, moment)
    return FindingSpan(
        problem.code, start, end, moment, problem.line, problem.message, problem.file
    )


def _span(run: Run, problem: Problem, moment: float) -> tuple[float, float]:
    """The start and the end of the span around a moment; twice the moment where it has none."""
    if problem.code == CLOSE:
        return _while_close(run, problem, moment)
    step = run.step_at(moment)
    if step is None or problem.code == PASSED_LIMIT:
        return moment, moment
    own = _kept.setdefault(step.motion, {})
    since = round(moment - step.start_time, 9)
    key = (problem.code, problem.figures.get("joint"), since)
    if key not in own:
        own[key] = _in_motion(run.cell.robot.mechanism, step.motion, problem, since)
    before, behind = own[key]
    return step.start_time + before, step.start_time + behind


_Key = tuple[str, object, float]
_kept: WeakKeyDictionary[Motion, dict[_Key, tuple[float, float]]] = WeakKeyDictionary()


def _in_motion(
    mechanism: Mechanism, motion: Motion, problem: Problem, since: float
) -> tuple[float, float]:
    """The span in a motion, s since its start, around a moment of it."""
    from kinematics.motion.singular.nearness import is_near_singular
    from scenes.checking.findings import MOMENTS, NEAR_LIMIT

    samples = motion.sampled(MOMENTS)
    if problem.code == LIMIT:
        joint = int(problem.figures["joint"]) - 1
        near = NEAR_LIMIT[mechanism.kinds[joint]]
        holds = limit_margins(mechanism, samples.q)[:, joint] < near
    else:
        holds = is_near_singular(mechanism, samples.q)
    return _around(samples.times, holds, since)


def _while_close(run: Run, problem: Problem, moment: float) -> tuple[float, float]:
    """The span in which two bodies are nearer than the margin of the cell, in one motion."""
    from scenes.checking.distances.clearance_course import pair_course

    bodies = frozenset(str(problem.figures[name]) for name in ("body_a", "body_b"))
    course = pair_course(run, moment, bodies)
    if course is None:
        return moment, moment
    is_close: NDArray[np.bool_] = course.distance_mm < run.cell.margin
    return _around(course.times, is_close & ~course.is_bound, moment)


def _around(times: Array, holds: NDArray[np.bool_], moment: float) -> tuple[float, float]:
    """The first and the last of the times (k,), s, around a moment at which something holds."""
    at = int(np.abs(times - moment).argmin())
    if not holds[at]:
        return moment, moment
    fails = np.flatnonzero(~holds)
    before, behind = fails[fails < at], fails[fails > at]
    first = int(before[-1]) + 1 if len(before) else 0
    last = int(behind[0]) - 1 if len(behind) else len(times) - 1
    return min(float(times[first]), moment), max(float(times[last]), moment)
