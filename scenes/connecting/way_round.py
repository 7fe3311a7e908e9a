"""A way round for a motion of a program: found, written as via points, run and proven before it is
offered.

The motion is the first of its line that collides, passes below the margin of the cell, or cannot be
proven free. The new text is run: a way counts only where its motions are proven free and keep the
margin, the line still ends at the same joint values, so that no later motion changes, no line gets
an error, and the motions beside it stay free where it changes their corners.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from language import Edit, parse
from scenes.checking.collisions.proof import Proof
from scenes.checking.collisions.proving import proven
from scenes.checking.distances.over_stretch import least_in_step
from scenes.checking.motions.situations import situation_of
from scenes.connecting.clearance import Task, task_between
from scenes.connecting.planning import Way, way_between
from scenes.connecting.refusals import (
    in_contact,
    no_motion,
    not_found,
    not_proven,
    of_an_arc,
)
from scenes.connecting.setting import setting_of
from scenes.connecting.via_text import ViaText, as_written, variants
from scenes.execution.simulation import simulate
from scenes.program_source import ProgramSource, program_of
from scenes.runs.run import Run
from scenes.runs.step import ERROR, Step
from scenes.world.cell import Cell
from scenes.world.frozen import Array, Frozen

# Clearances, mm, that are tried one after the other where the margin of the cell is less.
_WANTED = (10.0, 3.0, 0.0)
# Rad or mm by which the line may end elsewhere than before: the goal of a straight line is an exact
# root, that of a joint motion another one.
_SAME_GOAL = 1e-6
NO_MARGIN = -1e-5
"""Gap, mm, below which bodies do more than touch."""
SAMPLES = 64
"""Places at which a motion is looked at before anything is proven of it."""

Tell = Callable[[float, str], None]


@dataclass(frozen=True, eq=False)
class WayRound(Frozen):
    """A way round that is proven free.

    Attributes:
        text, edits: The new text of the program, and the edits that lead to it.
        names, q: Names of the via points, and their joint values (k, n), rad or mm.
        lines: Lines of the motions through them and to the goal in the new text, from 1.
        seconds: The time that these motions take; seconds_before: that of the old motion.
        cycle, cycle_before: Duration of the whole run, s, after and before.
        clearance_mm: Proven least distance of moving from standing bodies on the way; None where
            nothing stands in the cell.
        search_s, proof_s: Time spent on the search, and on runs and proofs, s.
        proof: The proof of the new motions.
    """

    text: str
    edits: tuple[Edit, ...]
    names: tuple[str, ...]
    q: Array
    lines: tuple[int, ...]
    seconds: float
    seconds_before: float
    cycle: float
    cycle_before: float
    clearance_mm: float | None
    search_s: float
    proof_s: float
    proof: Proof

    @property
    def title(self) -> str:
        """The offer in a few words: "a way round: 3 via points, 0.4 s longer, proven ..."."""
        count, change = len(self.names), self.seconds - self.seconds_before
        points = f"{count} via point{'' if count == 1 else 's'}"
        longer = f"{abs(change):.2f} s {'longer' if change >= 0.0 else 'shorter'}"
        words = [points, longer, self.proof.coverage.free_words.removesuffix(" free")]
        if self.clearance_mm is not None:
            words.append(f"clearance {self.clearance_mm:.3g} mm")
        return f"a way round: {', '.join(words)}"


@dataclass(frozen=True)
class NoWay:
    """Why no way round is offered, as a sentence, with its figures."""

    message: str
    figures: Mapping[str, float | str] = field(default_factory=dict)


def way_round(
    cell: Cell,
    program: ProgramSource,
    line: int,
    *,
    seed: int = 1,
    on_progress: Tell | None = None,
    stop: Callable[[], bool] = lambda: False,
    **inputs: Any,
) -> WayRound | NoWay:
    """A way round for the motion in a line (from 1) of a program, or why there is none.

    seed: Of the random numbers; the same seed gives the same way. on_progress: Called with the
    share done, 0 to 1, and a text. stop: Called now and then; the work ends where it returns True.
    inputs: `scenario` and `others`, as for `simulate`.
    """
    tell = on_progress or (lambda share, text: None)
    parsed, name = program_of(program)
    refusal = of_an_arc(parsed, line)
    if refusal:
        return NoWay(refusal)
    tell(0.0, "running the program")
    before = simulate(cell, (parsed, name), stop=stop, **inputs)
    if stop():
        return NoWay("stopped before a way was found")
    step = _motion_of(before, line, stop)
    if isinstance(step, str):
        return NoWay(step)
    work = _Work(cell, before, line, step, seed, tell, stop, inputs)
    return work.best()


def _motion_of(run: Run, line: int, stop: Callable[[], bool]) -> Step | str:
    """The motion of a line that needs a way round, or a sentence that there is none."""
    if not run.steps:
        return "the program has errors: it cannot be run"
    own = [step for step in run.moving_steps if step.line == line and not step.file and step.branch]
    if not own:
        return no_motion(run, line)
    for step in own:
        if comes_near(run.cell, step, run.cell.margin) or not proof_of(run, (step,), stop).is_free:
            return step
    return f"the motion of line {line} is free and keeps the margin: it needs no way round"


def comes_near(cell: Cell, step: Step, margin: float) -> bool:
    """Whether a motion collides, or comes nearer to what stands than a margin, mm, at a sample.

    A motion that collides takes long to prove anything about; its samples tell soon.
    """
    setting = setting_of(cell, step.before, step.after.opening)
    ends = step.motion.at(0.0), step.motion.at(step.duration)
    setting = task_between(setting, *ends, 0.0).setting  # without links that touch as they are made
    asked = np.where(setting.of_two_movers, NO_MARGIN, max(margin, NO_MARGIN))
    q = step.motion.at(np.linspace(0.0, step.duration, SAMPLES))
    return bool((setting.rooms_at(q, np.tile(asked, (SAMPLES, 1)), asked) < asked).any())


def proof_of(run: Run, steps: Sequence[Step], stop: Callable[[], bool]) -> Proof:
    """The proof of some motions of a run."""
    return proven(replace(run, steps=tuple(steps)), lambda share, text: None, stop)[0]


@dataclass
class _Work:
    """The search for one motion."""

    cell: Cell
    before: Run
    line: int
    step: Step
    seed: int
    tell: Tell
    stop: Callable[[], bool]
    inputs: Mapping[str, Any]
    search_s: float = 0.0
    proof_s: float = 0.0

    def best(self) -> WayRound | NoWay:
        """The first way that is proven, from the widest clearance to the margin of the cell."""
        start, goal = ends_of(self.step)
        setting = setting_of(self.cell, self.step.before, self.step.after.opening)
        margin = self.cell.margin
        wide = [wanted for wanted in _WANTED if wanted > margin] + [margin] * (margin > 0.0)
        refused: NoWay | None = None
        for number, wanted in enumerate(wide):
            if self.stop():
                return NoWay("stopped before a way was found")
            tell = partial(self._tell_search, number, len(wide))
            tell(0.0)
            since = perf_counter()
            task = task_between(setting, start, goal, wanted)
            contact = in_contact(task, self.line)
            if contact:
                return NoWay(contact)
            way = way_between(task, start, goal, self.seed, stop=self.stop, tell=tell)
            self.search_s += perf_counter() - since
            if way.path is None:
                refused = refused or NoWay(*not_found(task, way, self.line, self.stop()))
                continue
            found = self._proven(task, way, goal)
            if isinstance(found, WayRound):
                return found
            refused = found
        return refused or NoWay("no way round was found")

    def _tell_search(self, number: int, searches: int, share: float) -> None:
        """Tells the progress: the share done of one of some searches for wider to narrower ways."""
        done = 0.2 + 0.7 * (number + share) / searches
        self.tell(done, f"line {self.line}: looking for a way round")

    def _proven(self, task: Task, way: Way, goal: Array) -> WayRound | NoWay:
        """The first text with the via points of a way that holds, or why none does."""
        assert way.path is not None
        mechanism = self.cell.robot.mechanism
        via = as_written(mechanism, way.path[1:-1])
        program = self.before.program
        problem = ""
        for text in variants(program, self.line, mechanism, via, goal):
            since = perf_counter()
            self.tell(0.9, f"line {self.line}: proving a way round")
            run = simulate(self.cell, self._as_program(text.text), stop=self.stop, **self.inputs)
            problem, proof = self._checked(run, text, goal)
            self.proof_s += perf_counter() - since
            if proof is not None:
                return self._offer(text, via, run, proof)
        return NoWay(*not_proven(self.line, problem))

    def _as_program(self, text: str) -> ProgramSource:
        return parse(text), self.before.name

    def _checked(self, run: Run, text: ViaText, goal: Array) -> tuple[str, Proof | None]:
        """The proof of the motions of a text, or a sentence why it does not hold."""
        lines = set(text.lines)
        for problem in run.problems:
            if problem.line in lines and not problem.file and problem.severity == ERROR:
                return problem.message, None
        if _errors(run) > _errors(self.before):
            return "other lines of the program would get errors", None
        steps = self._new_steps(run, text)
        if not steps or np.abs(ends_of(steps[-1])[1] - goal).max() > _SAME_GOAL:
            return "the motion to the goal would end with other joint values", None
        if any(comes_near(self.cell, step, NO_MARGIN) for step in steps):
            return "its motions, as they are driven, come too near to other bodies", None
        proof = proof_of(run, steps, self.stop)
        if not proof.is_free:
            return "its motions are not proven free", None
        if self._spoils_a_neighbour(run, steps):
            return "the motion beside it, whose corner it changes, would not be proven free", None
        return "", proof

    def _spoils_a_neighbour(self, run: Run, steps: Sequence[Step]) -> bool:
        """Whether the motion before or behind was free, and is not with its new corner."""
        old = self.before.moving_steps.index(self.step)
        first, last = (run.moving_steps.index(step) for step in (steps[0], steps[-1]))
        corners = ((first - 1, old - 1, steps[0].before), (last + 1, old + 1, steps[-1].after))
        for new, before, state in corners:
            if state.corner is None or not 0 <= new < len(run.moving_steps):
                continue
            if self._is_free(run, run.moving_steps[new]):
                continue
            known = self.before.moving_steps
            if not 0 <= before < len(known) or self._is_free(self.before, known[before]):
                return True
        return False

    def _is_free(self, run: Run, step: Step) -> bool:
        is_near = comes_near(self.cell, step, NO_MARGIN)
        return not is_near and proof_of(run, (step,), self.stop).is_free

    def _new_steps(self, run: Run, text: ViaText) -> list[Step]:
        """The motions through the via points and to the goal, as they follow each other first in
        place of the old motion."""
        own = [s for s in run.moving_steps if s.line in text.lines and not s.file]
        old = [s for s in self.before.moving_steps if s.line == self.line and not s.file]
        turn, count = old.index(self.step), len(text.lines)
        return own[turn * count : (turn + 1) * count]

    def _margin(self) -> float:
        """The margin of the cell, mm; less where the start or the goal does not keep it."""
        setting = setting_of(self.cell, self.step.before, self.step.after.opening)
        task = task_between(setting, *ends_of(self.step), self.cell.margin)
        to_standing = ~task.setting.of_two_movers
        return float(task.clearance.asked[to_standing].min(initial=self.cell.margin))

    def _offer(self, text: ViaText, via: Array, run: Run, proof: Proof) -> WayRound | NoWay:
        steps = self._new_steps(run, text)
        near = min((least_distance(self.cell, step) for step in steps), default=np.inf)
        if near < self._margin():
            return NoWay(*not_proven(self.line, "it does not keep the margin of the cell"))
        return WayRound(
            text.text,
            text.edits,
            text.names,
            via,
            text.lines,
            sum(step.duration for step in steps),
            self.step.duration,
            run.duration,
            self.before.duration,
            near if np.isfinite(near) else None,
            self.search_s,
            self.proof_s,
            proof,
        )


def least_distance(cell: Cell, step: Step) -> float:
    """Proven lower bound on distances of moving from standing bodies over a motion, mm."""
    return min(least_in_step(situation_of(cell, piece.before), piece) for piece in step.pieces())


def ends_of(step: Step) -> tuple[Array, Array]:
    """The joint values (n,) between which a motion is taught, without rounded corners."""
    start, end = step.before.corner, step.after.corner
    return (
        step.before.q if start is None else start.taught,
        step.goal if end is None else end.taught,
    )


def _errors(run: Run) -> int:
    """The number of errors of a run."""
    return sum(problem.severity == ERROR for problem in run.problems)
