"""Analysis: runs and checks a program, and reports everything that is wrong with it.

Arguments and results are plain values, so that the analysis can run in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from language.words.diagnostics import ERROR as LANGUAGE_ERROR
from language.words.diagnostics import Diagnostic
from scenes.checking.certificates.certifying import Certificates, certificates
from scenes.checking.collisions.arrivals import hits_in, moments
from scenes.checking.collisions.intervals import Collision, folded
from scenes.checking.collisions.proof import Proof
from scenes.checking.collisions.proving import proven
from scenes.checking.coverage import Coverage, coverage_warnings
from scenes.checking.distances.clearances import Clearances, clearances, warnings
from scenes.checking.findings import findings, findings_untimed
from scenes.checking.tool_speeds import speed_notes
from scenes.execution.beyond.later_statements import beyond
from scenes.execution.debugging.change import Change
from scenes.execution.machine.scenario import Scenario
from scenes.execution.simulation import Progress, simulate
from scenes.program_source import ProgramSource
from scenes.runs.run import Run
from scenes.runs.step import ERROR, Problem
from scenes.world.cell import Cell
from scenes.world.frozen import Frozen
from scenes.world.placement import bodies_of

# Share of the progress bar for the simulation, and share of the proof in the rest.
SIMULATION_SHARE, PROOF_SHARE = 0.2, 0.8


@dataclass(frozen=True, eq=False)
class Report(Frozen):
    """The result of checking a program in a cell.

    Attributes:
        run: The run, as far as it went.
        diagnostics: Findings in the text of the program.
        problems: Problems of the run, with collisions and warnings, by time; then, without a time,
            problems of statements behind the one at which the run ended.
        collisions: Pairs of bodies that share volume, each from first to last contact.
        excepted: Pairs that were not checked, or not all the time: the cell allows their contact,
            or one cuts the other.
        proof: The motions that are proven free of contact between all other pairs, and what the
            bodies are models of.
        clearances: The pairs that come nearest to each other, the nearest first: as many as were
            asked for, and all below the margin of the cell.
        complete: False when the analysis was stopped before its end.
        certificates: Evidence for the proof and the result of its independent check, if
            `certified` made them.
    """

    run: Run
    diagnostics: tuple[Diagnostic, ...]
    problems: tuple[Problem, ...]
    collisions: tuple[Collision, ...]
    excepted: tuple[tuple[str, str], ...]
    proof: Proof
    clearances: Clearances = field(default_factory=Clearances)
    complete: bool = True
    certificates: Certificates | None = None

    @property
    def coverage(self) -> Coverage:
        """What the bodies of the cell are models of: the report holds for these models."""
        return self.proof.coverage

    @property
    def ok(self) -> bool:
        """Whether there are no errors (warnings and notes may be); False for a stopped analysis."""
        wrong = any(diagnostic.severity == LANGUAGE_ERROR for diagnostic in self.diagnostics)
        return self.complete and not wrong and all(p.severity != ERROR for p in self.problems)


def analyse(
    cell: Cell,
    program: ProgramSource,
    period: float = 0.01,
    on_progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
    *,
    name: str | None = None,
    scenario: Scenario | None = None,
    others: Sequence[ProgramSource] = (),
    changes: Sequence[Change] = (),
    listed: int = 1,
) -> Report:
    """The report on a program that is read, run and checked; faults are reported, not raised.

    program, period, name, scenario, others, changes: As for `simulate`. listed: As for
    `analyse_run`.
    on_progress: Called with the share done (0 to 1) and a text about the present work.
    stop: Called now and then; if it returns True the report holds what was found so far.
    """
    tell = on_progress or (lambda fraction, text: None)
    run = simulate(
        cell,
        program,
        period,
        name=name,
        on_progress=_part(tell, 0.0, SIMULATION_SHARE),
        stop=stop,
        scenario=scenario,
        others=others,
        changes=changes,
    )
    return analyse_run(run, _part(tell, SIMULATION_SHARE, 1.0), stop, listed=listed)


def analyse_run(
    run: Run,
    on_progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
    *,
    listed: int = 1,
) -> Report:
    """The report on a program that has been run: the part of `analyse` after `simulate`.

    listed: Number of the nearest pairs in `clearances`, besides those below the margin of the cell:
    the distances take the longer, the more pairs are listed. 0: only pairs below the margin.
    """
    halted = stop or (lambda: False)
    tell = on_progress or (lambda fraction, text: None)
    still = [hit for moment in moments(run) if not halted() for hit in hits_in(run.cell, moment)]
    proof, hits = proven(run, _part(tell, 0.0, PROOF_SHARE), halted)
    tell(PROOF_SHARE, "measuring clearances")
    collisions = folded([*still, *hits])
    near = clearances(run, halted, listed=listed)
    problems = [*run.problems, *findings(run), *(_problem(run, c) for c in collisions)]
    problems += warnings(run, near, {(c.body_a, c.body_b) for c in collisions})
    problems += coverage_warnings(run)
    problems += speed_notes(run)
    problems += _beyond(run, halted)
    problems.sort(key=_by_time)
    excepted = tuple(sorted(run.cell.allowed | _at_work(run)))
    tell(1.0, "done")
    complete = proof.complete and not halted()
    return Report(
        run, run.diagnostics, tuple(problems), collisions, excepted, proof, near, complete
    )


def _by_time(problem: Problem) -> tuple[float, int]:
    """Sorting key: by time; problems without a time come last, by line."""
    return (inf if problem.time is None else problem.time, problem.line)


def _beyond(run: Run, halted: Callable[[], bool]) -> list[Problem]:
    """Problems of the statements behind the one at which a run ended."""
    if run.halt is None:
        return []
    further = beyond(run.halt, run.steps[-1], halted)
    known = {(p.code, p.file, p.line) for p in (*findings(run), *run.problems)}
    found = (*further.problems, *findings_untimed(run, further.steps))
    return [problem for problem in found if (problem.code, problem.file, problem.line) not in known]


def certified(
    report: Report, on_progress: Progress | None = None, stop: Callable[[], bool] | None = None
) -> Report:
    """The report with evidence for every claim of its proof; E502 where it is not accepted."""
    tell = on_progress or (lambda fraction, text: None)
    found = certificates(report.run, tell, stop or (lambda: False))
    problems = sorted((*report.problems, *found.problems), key=_by_time)
    return replace(report, problems=tuple(problems), certificates=found)


def _at_work(run: Run) -> frozenset[tuple[str, str]]:
    """Pairs of a tool, or its piece, and a part that it cuts at some time of a run."""
    cutting = {item for step in run.steps for item in step.after.cutting}
    return frozenset((min(str(c), c.part), max(str(c), c.part)) for c in cutting)


def _part(tell: Progress, start: float, end: float) -> Progress:
    """A progress function for a part of the work that reports the share of the whole work."""
    return lambda fraction, text: tell(start + (end - start) * fraction, text)


def _problem(run: Run, collision: Collision) -> Problem:
    """The collision as a problem of its line."""
    a, b = (_spoken(run, name) for name in (collision.body_a, collision.body_b))
    return Problem(
        "E501",
        ERROR,
        collision.line,
        f"{a} runs into {b} at {collision.time:.2f} s ({collision.extent})",
        {
            "body_a": collision.body_a,
            "body_b": collision.body_b,
            "volume_mm3": collision.volume_mm3,
            "time_end": collision.time_end,
        },
        collision.time,
        collision.file,
    )


def _spoken(run: Run, name: str) -> str:
    """The name of a body in a message: "hand G2", "arm BF", "TR2"."""
    body = bodies_of(run.cell).get(name)
    if body is None or body.kind in ("part", "fixture"):
        return name
    own = name.removeprefix(f"{run.cell.robot.name}.")
    return f"{'hand' if body.kind == 'finger' else run.cell.robot.name} {own}"
