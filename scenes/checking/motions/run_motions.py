"""The motions of a run, grouped in situations: stretches over which the same pairs are checked.

The key of a motion is a digest of everything that its proof depends on: the arm, the bodies and
their poses, the pairs, and the path. It holds the time law only where something else changes with
time: the hand, or the shape of a part that is cut. So a change of speed needs no new proof. A part
that is being cut is taken as before the first cut: a body that is free of the uncut part is free of
the cut part too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import groupby
from weakref import WeakKeyDictionary

import numpy as np

from geometry import Solid
from geometry.machining.workpiece import is_cut_from
from kinematics import Mechanism
from kinematics.motion import motion as joint_motion
from scenes.checking.motions.course import Course, course_key, course_of, timed_key
from scenes.checking.motions.situations import Situation, digest, situation_of
from scenes.checking.motions.track import Pair
from scenes.runs.run import Run
from scenes.runs.step import Step
from scenes.world.allowed_contacts import bodies_of_pair
from scenes.world.cell import Cell
from scenes.world.state import CellState


@dataclass(frozen=True, eq=False)
class Motion:
    """A step, and the digest of all that its proof depends on.

    uncut: Names of parts that the situation has as before a cut.
    """

    step: Step
    mechanism: Mechanism
    key: str
    uncut: frozenset[str] = frozenset()

    def is_exact(self, pair: Pair) -> bool:
        """Whether the situation has both bodies of a pair in their present shape."""
        return not self.uncut.intersection(bodies_of_pair(pair))

    @property
    def course(self) -> Course:
        """The pieces of the step, and the times of its places; kept while it is being checked."""
        return _course(self.step, self.mechanism)

    def time_at(self, place: float) -> float:
        """The time of the run, s, at which the step comes to a place."""
        return self.step.start_time + self.course.time_at(place)

    def end_at(self, place: float) -> float:
        """The time of the run, s, at which the step leaves a place."""
        return self.step.start_time + self.course.end_at(place)

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The step in pieces between changes of shape."""
        start = self.step.start_time
        return tuple(
            Stage(piece, course_of(piece, self.mechanism), self.course, piece.start_time - start)
            for piece in self.step.pieces()
        )


@dataclass(frozen=True, eq=False)
class Stage:
    """A part of a step in which no shape changes.

    whole: The course of the whole step. start: Time since the start of the step, s.
    """

    step: Step
    course: Course
    whole: Course
    start: float

    def place_in_whole(self, place: float) -> float:
        """The place of the whole step at a place of the stage."""
        return self.whole.place_at(self.start + self.course.time_at(place))


@lru_cache(maxsize=128)
def _course(step: Step, mechanism: Mechanism) -> Course:
    """The course of a step; only the latest are kept, because they take much memory."""
    return course_of(step, mechanism)


def situations(run: Run) -> tuple[tuple[Situation, list[Motion]], ...]:
    """Each situation of a run with its motions: the same pairs are checked over all of them.

    Kept with the run: its proof and its distances both ask.
    """
    if run not in _of_run:
        _of_run[run] = tuple(_situations(run))
    return _of_run[run]


_of_run: WeakKeyDictionary[Run, tuple[tuple[Situation, list[Motion]], ...]]
_of_run = WeakKeyDictionary()


def _situations(run: Run) -> Iterator[tuple[Situation, list[Motion]]]:
    shaped = [(step, _before_cuts(run.cell, step.before)) for step in run.moving_steps]
    mechanism = run.cell.robot.mechanism
    for _, group in groupby(shaped, key=_Stay()):
        items = list(group)
        first, shapes = items[0]
        situation = situation_of(run.cell, replace(first.before, shapes=shapes))
        name = situation.key.encode()
        yield situation, [_motion(name, step, mechanism, shapes) for step, _ in items]


def exact_situation(cell: Cell, piece: Step, pairs: frozenset[Pair]) -> Situation:
    """The situation of some pairs over a piece of a step, with the parts in their present shape."""
    situation = situation_of(cell, piece.before)
    return replace(situation, pairs=tuple(pair for pair in situation.pairs if pair in pairs))


class _Stay:
    """Key for `groupby`: a number that grows where a new situation begins.

    A situation ends where the held part, the poses of the parts, their shapes (apart from cuts) or
    the cutting tools change.
    """

    def __init__(self) -> None:
        self._before: tuple[CellState, Mapping[str, Solid]] | None = None
        self._count = 0

    def __call__(self, item: tuple[Step, Mapping[str, Solid]]) -> int:
        now, shapes = item[0].before, item[1]
        if self._before is not None:
            before, shapes_before = self._before
            same = (
                now.parts is before.parts
                and now.cutting == before.cutting
                and shapes == shapes_before
                and _same_held(now, before)
            )
            self._count += not same
        self._before = now, shapes
        return self._count


def _before_cuts(cell: Cell, state: CellState) -> Mapping[str, Solid]:
    """The shapes of a state, without those that are only cut from the part of the cell."""
    found = {}
    for name, solid in state.shapes.items():
        part = cell.part_called(name)
        if part is None or not is_cut_from(solid, part.solid):
            found[name] = solid
    return found


def _motion(
    situation: bytes, step: Step, mechanism: Mechanism, shapes: Mapping[str, Solid]
) -> Motion:
    hand = step.opening_start, step.opening_end
    if not (step.before.shapes or step.shapes):
        return Motion(step, mechanism, _plain_key(situation, step.motion, hand))
    stages = ((0.0, step.before.shapes), *step.shapes)
    known = [(t, name, s) for t, own in stages for name, s in own.items() if shapes.get(name) != s]
    text = repr([(time, name, solid.key) for time, name, solid in known]).encode()
    timed = timed_key(step.motion) if known else b""
    uncut = frozenset(name for _, name, _ in known)
    return Motion(
        step, mechanism, digest(situation, course_key(step.motion, hand), text, timed), uncut
    )


@lru_cache(maxsize=4000)
def _plain_key(situation: bytes, motion: joint_motion.Motion, hand: tuple[float, float]) -> str:
    """The key of a step without changes of shape; kept, because an edit leaves most motions.

    hand: The openings, mm, of the hand at its start and its end.
    """
    return digest(situation, course_key(motion, hand), repr([]).encode(), b"")


def _same_held(now: CellState, before: CellState) -> bool:
    if now.held is None or before.held is None:
        return now.held is before.held
    return now.held.part == before.held.part and np.array_equal(
        now.held.T_flange_part, before.held.T_flange_part
    )
