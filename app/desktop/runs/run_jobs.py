"""Jobs of the worker process for the window: runs, checks and contact volumes. No Qt.

The window knows these functions by name only: what they need is imported when they are called, in
the worker process. `make_ready` imports all of it while the window is being made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.desktop.runs.run_inputs import RunInputs
    from app.desktop.runs.shown_run import ShownRun
    from app.programs.findings import Finding
    from geometry.meshes.mesh import Mesh
    from geometry.solids.tree import Solid
    from scenes import Cell, CellState, Collision, Report, Run
    from scenes.checking.collisions.proof import Proof
    from scenes.checking.distances.clearance_course import ClearanceCourse
    from scenes.checking.distances.clearances import Clearances
    from scenes.checking.finding_spans import FindingSpan
    from scenes.makers.foreign_text import ForeignText
    from scenes.run_verdict import RunVerdict
    from scenes.world.frozen import Array

Volumes = Mapping[tuple[str, str], "Mesh"]

COURSE_S = 0.2  # a stretch of the clearance takes about so long; other work goes between two
NEEDED = ("app.desktop.runs.shown_run", "scenes.analysis", "scenes.execution.simulation")
STANDSTILL = "END\n"  # a program whose run is one moment


def make_ready() -> None:
    """Imports what a run and its check need, and loads their machine code in the meantime."""
    from resources.loops import load_ahead

    for room in ("geometry", "kinematics", "scenes"):
        load_ahead(room)
    for name in NEEDED:
        import_module(name)


def _no_proof() -> Proof:
    from scenes.checking.collisions.proof import Proof

    return Proof()


def _no_clearances() -> Clearances:
    from scenes.checking.distances.clearances import Clearances

    return Clearances()


def _no_verdict() -> RunVerdict:
    from scenes.run_verdict import RunVerdict

    return RunVerdict()


@dataclass(frozen=True, eq=False)
class Verdict:
    """What the check of a run found.

    in_files: The verdict that exported files carry. spans: Stretches of time near singular poses,
    joint limits and other bodies.
    """

    findings: tuple[Finding, ...]
    collisions: tuple[Collision, ...]
    complete: bool
    proof: Proof = field(default_factory=_no_proof)
    clearances: Clearances = field(default_factory=_no_clearances)
    in_files: RunVerdict = field(default_factory=_no_verdict)
    spans: tuple[FindingSpan, ...] = ()

    @classmethod
    def of(cls, report: Report, inputs: RunInputs | None = None) -> Verdict:
        """The verdict of a report. inputs: What the run was given besides the program's text."""
        from app.desktop.runs.run_inputs import RunInputs
        from app.programs.findings import from_problems
        from app.programs.told_once import told_once
        from scenes.checking.finding_spans import finding_spans
        from scenes.run_verdict import verdict_of

        given = inputs or RunInputs()
        return cls(
            from_problems(told_once(report.problems)),
            report.collisions,
            report.complete,
            report.proof,
            report.clearances,
            verdict_of(report, given.sources, len(given.changes)),
            finding_spans(report.run, report.problems),
        )


@dataclass(frozen=True, eq=False)
class Touching:
    """A pair of bodies whose common volume is asked for.

    poses: T_world_body of both, (4, 4), mm. chord: Chord tolerance of the common volume's mesh, mm.
    """

    pair: tuple[str, str]
    solids: tuple[Solid, Solid]
    poses: tuple[Array, Array]
    chord: float


class _Latest:
    """The last run of the process, kept so that its check need not compute the run again."""

    def __init__(self) -> None:
        self._token, self._run = "", None  # type: tuple[str, Run | None]

    def keep(self, token: str, run: Run) -> Run:
        """Keeps a run under the token of its program, and gives it back."""
        self._token, self._run = token, run
        return run

    def of(self, token: str) -> Run | None:
        """The run of a token; None if another run has come since."""
        return self._run if token and token == self._token else None


_latest = _Latest()


def run_program(
    cell: Cell,
    text: str | ForeignText,
    name: str,
    inputs: RunInputs,
    token: str,
    on_progress: Callable[..., None],
) -> ShownRun:
    """The first job of a program: its run, and what the window shows of it."""
    from app.desktop.runs.shown_run import shown_run_of

    run = _latest.keep(token, _simulated(cell, text, name, inputs, on_progress))
    return shown_run_of(run, inputs.scenario)


def check_program(
    cell: Cell,
    text: str | ForeignText,
    name: str,
    inputs: RunInputs,
    token: str,
    on_progress: Callable[..., None],
) -> Verdict:
    """The second job of a program: the verdict on its run."""
    from scenes.analysis import analyse_run

    run = _latest.of(token) or _simulated(cell, text, name, inputs)
    return Verdict.of(analyse_run(run, on_progress), inputs)


def nearest_in_program(
    cell: Cell, text: str | ForeignText, name: str, inputs: RunInputs, token: str
) -> Clearances:
    """A job for the panel that lists them: the nearest pairs of the run of a program."""
    from scenes.checking.distances.clearances import clearances

    run = _latest.of(token) or _simulated(cell, text, name, inputs)
    return clearances(run)


def clearance_in_program(
    cell: Cell,
    text: str | ForeignText,
    name: str,
    inputs: RunInputs,
    token: str,
    first: int,
) -> tuple[ClearanceCourse, int]:
    """A job for plots: the clearance over a stretch of the run, and the motion to go on with."""
    from scenes.checking.distances.clearance_course import clearance_course

    run = _latest.of(token) or _latest.keep(token, _simulated(cell, text, name, inputs))
    return clearance_course(run, first, COURSE_S)


def of_program(
    cell: Cell,
    text: str | ForeignText,
    name: str,
    inputs: RunInputs,
    token: str,
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
) -> Any:
    """A job for views that ask for more than the check: a function of the run of a program."""
    run = _latest.of(token) or _simulated(cell, text, name, inputs)
    return function(run, *arguments)


def _simulated(
    cell: Cell,
    text: str | ForeignText,
    name: str,
    inputs: RunInputs,
    on_progress: Callable[..., None] | None = None,
) -> Run:
    from app.programs.read_text import program_given
    from scenes import simulate

    return simulate(
        cell,
        (program_given(text, cell), name),
        on_progress=on_progress,
        scenario=inputs.scenario,
        others=inputs.sources,
        changes=inputs.changes,
    )


def shared_volumes(touching: Sequence[Touching]) -> dict[tuple[str, str], Mesh]:
    """The common volumes of pairs of bodies that have one, as meshes in the world frame, mm."""
    from geometry.contact.contact_region import contact_region

    found = {}
    for item in touching:
        (a, b), (T_world_a, T_world_b) = item.solids, item.poses
        common = contact_region(a, T_world_a, b, T_world_b, item.chord)
        if common is not None:
            found[item.pair] = common.mesh
    return found


def colliding_in(cell: Cell, state: CellState) -> tuple[tuple[str, str], ...]:
    """The names of the bodies, in pairs, that share volume in a state of the cell."""
    from language import parse
    from scenes import simulate
    from scenes.checking.collisions.arrivals import hits_in, moments

    still = replace(simulate(cell, parse(STANDSTILL)), start_state=state)
    return tuple((hit.body_a, hit.body_b) for hit in hits_in(cell, moments(still)[0]))
