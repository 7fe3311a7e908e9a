"""What errors of places and times do to a program: how often it fails, collides, how long it takes.

Every run has deviations of its own. A program of joint motions from rest to rest is run in batches
(`joint_batches`); its motions are checked for collision as straight edges of joint values, with the
clearance that the deviations of bodies need, and those that this does not decide are checked as
motions of a run are. All other programs are simulated and analysed run by run.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from language import Program
from scenes.analysis import analyse_run
from scenes.execution.machine.scenario import Scenario
from scenes.execution.simulation import simulate
from scenes.runs.run import Run
from scenes.runs.step import ERROR
from scenes.studies.engine.study import Arrays, chunks_of, rows_of_chunk
from scenes.studies.questions.batch_collisions import hit_lines
from scenes.studies.questions.joint_batches import JointProgram, JointRuns, joint_runs
from scenes.studies.questions.variation import Draw, Variation, draws
from scenes.world.cell import Cell
from scenes.world.frozen import Array, Frozen

# Runs of a chunk: in batches, and one by one.
BATCHED, SINGLE = 500, 20


@dataclass(frozen=True, eq=False)
class ToleranceQuestion(Frozen):
    """So many runs of a program with deviations.

    program, name: The program and the name of its file. batches: Its motions, where they can be run
    in batches. is_free: Whether collision is looked at. confidence: Of the intervals, 0 to 1.
    kind: `tolerance`, or `throughput` where only times deviate.
    """

    cell: Cell
    program: Program
    name: str
    scenario: Scenario
    variation: Variation
    runs: int
    chunk_size: int
    batches: JointProgram | None = None
    is_free: bool = False
    confidence: float = 0.95
    kind: str = "tolerance"
    item_word: str = "run"

    @property
    def items(self) -> int:
        """The number of runs."""
        return self.runs

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return chunks_of(self.runs, self.chunk_size)

    def first_item(self, chunk: int) -> int:
        """The number of the first run of a chunk."""
        return chunk * self.chunk_size

    def row_heads(self, arrays: Arrays) -> Arrays:
        """The number of each run, from 0."""
        return {"run": np.arange(len(arrays["cycle_s"]))}

    def arrays(self, chunk: int, rng: np.random.Generator) -> Arrays:
        """Of each run: `failed_line` (0: it comes to its end), `cycle_s` (nan where it fails), and
        with collision `hit_line` (0: none)."""
        start, stop = rows_of_chunk(chunk, self.chunk_size, self.runs)
        given = draws(self.variation, self.cell, self.scenario, stop - start, rng)
        found = _Found.to_fill(stop - start, self.is_free)
        single = np.arange(stop - start)
        if self.batches is not None:
            known = joint_runs(self.batches, given)
            self._fill_batch(found, given, known)
            single = np.flatnonzero(~known.is_clear)
        for number in single:
            self._fill_single(found, int(number), given[number])
        return found.arrays

    def _fill_batch(self, found: _Found, given: tuple[Draw, ...], known: JointRuns) -> None:
        assert self.batches is not None
        found.cycle[:] = known.seconds.sum(axis=1) + self.batches.other_s
        if self.is_free:
            found.hit[:] = hit_lines(self.cell, self.batches, given, known)

    def _fill_single(self, found: _Found, number: int, draw: Draw) -> None:
        run = simulate(
            draw.cell(self.cell),
            (self.program, self.name),
            scenario=draw.scenario,
            deviations=draw.deviations,
        )
        failed = failed_line(run)
        found.failed[number] = failed
        found.cycle[number] = np.nan if failed else run.duration
        if self.is_free:
            real = run.having(cell=draw.real_cell(self.cell))
            hits = analyse_run(real, listed=0).collisions
            found.hit[number] = min(hits, key=lambda hit: hit.time).line if hits else 0


def failed_line(run: Run) -> int:
    """The line at which a run ends too early; 0 where it comes to its end."""
    return next((problem.line for problem in run.problems if problem.severity == ERROR), 0)


@dataclass
class _Found:
    """The columns of a chunk while they are filled."""

    failed: NDArray[np.int32]
    cycle: Array
    hit: NDArray[np.int32]
    is_free: bool

    @classmethod
    def to_fill(cls, count: int, is_free: bool) -> _Found:
        numbers = [np.zeros(count, np.int32) for _ in range(2)]
        return cls(numbers[0], np.full(count, np.nan), numbers[1], is_free)

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        found: dict[str, NDArray[Any]] = {"failed_line": self.failed, "cycle_s": self.cycle}
        return found | ({"hit_line": self.hit} if self.is_free else {})


def can_be_batched(question: ToleranceQuestion, program: JointProgram) -> bool:
    """Whether runs of batched motions need nothing else to be checked for collision.

    Parts that come while the program runs, or that stand on a body that deviates, are checked run
    by run.
    """
    parts = {part.name for part in question.cell.parts}
    moved = {name for group in question.variation.groups for name in group.bodies}
    if not question.is_free:
        return not moved & parts
    there = [
        {name for name, T in state.parts.items() if T is not None}
        for step in program.run.steps
        for state in (step.before, step.after)
    ]
    comes = any(names != there[0] for names in there)
    return not comes and not (moved and parts)


def with_chunks(question: ToleranceQuestion, program: JointProgram | None) -> ToleranceQuestion:
    """The question with the motions that can be run in batches, and chunks of the size for them."""
    if program is None or not can_be_batched(question, program):
        return replace(question, chunk_size=SINGLE)
    return replace(question, batches=program, chunk_size=BATCHED)
