"""Makes a run: carries out a program statement by statement in a cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from language import answered
from language.compiled.control_flow import code_of
from language.instructions import CALLED, CYCLE
from language.programs.program import Program, Statement
from scenes.execution.beyond.later_statements import MachineHalt
from scenes.execution.debugging.change import Change, changed_here
from scenes.execution.debugging.tracer import Tracer
from scenes.execution.incremental.kept_runs import keep_run, replay_for
from scenes.execution.incremental.passages import Passage
from scenes.execution.machine.advance import advance
from scenes.execution.machine.calculating import calculated
from scenes.execution.machine.machine import BUDGET, Machine
from scenes.execution.machine.moment import Moment, Status
from scenes.execution.machine.scenario import Scenario
from scenes.execution.statements.grip_notes import with_grip_notes
from scenes.execution.values.context import Settings
from scenes.execution.values.deviations import NONE, Deviations
from scenes.program_source import ProgramSource, program_of
from scenes.runs.run import Run
from scenes.runs.step import ERROR, NOTE, Problem, Step
from scenes.runs.trace import Trace
from scenes.world.cell import Cell
from scenes.world.state import CellState, start_state

Progress = Callable[[float, str], None]


PROGRESS_EVERY = 50


# Number of statements without effect on the cell that are carried out between two calls of `stop`.
AT_ONCE = 4096


def simulate(
    cell: Cell,
    program: ProgramSource,
    period: float = 0.01,
    *,
    name: str | None = None,
    on_progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
    scenario: Scenario | None = None,
    others: Sequence[ProgramSource] = (),
    budget: int = BUDGET,
    changes: Sequence[Change] = (),
    deviations: Deviations = NONE,
    start: CellState | None = None,
) -> Run:
    """The run of a program in a cell; faults of the program are problems of the run, not raised.

    program: A `Program`, program text, or a path (see `program_source.program_of`).
    period: Seconds between samples.
    name: What exports call the program; the file's name if left out.
    on_progress: Called with the share done (0 to 1) and a text: the line and its statement.
    stop: Called now and then between statements; the run ends where it returns True.
    scenario: Events around the cell. others: Further files whose programs may be called.
    budget: Number of statements without motion or passing time after which a loop counts as
        endless.
    changes: Values that the user changed by hand during the run (see
    `scenes.execution.debugging.change`).
    deviations: What POINT adds to the poses of locations. start: The state before the first
    statement; that of the cell if left out.
    """
    parsed, file_name = program_of(program)
    further = [program_of(other) for other in others]
    parsed = answered(parsed, (other for other, _ in further))
    machine = machine_for(cell, (parsed, file_name), period, scenario, further, budget, deviations)
    tables = machine.code.tables[0]
    faults = tuple(p for other, own in further for p in _faults_of(other, own))
    begun = start_state(cell) if start is None else start
    steps: tuple[Step, ...] = ()
    trace, halt = None, None
    if parsed.ok and not faults:
        execution = _Execution(machine, on_progress, stop, tuple(changes), is_kept=start is None)
        steps, trace = execution.carry_out(begun)
        steps = with_grip_notes(cell, steps)
        halt = execution.halt
    own_name = file_name if name is None else name
    return Run(cell, parsed, tables, steps, begun, own_name, trace, machine.files, faults, halt)


def _is_missed(statement: Statement) -> bool:
    """Whether a statement counts as not run: a comment and the end of a program do not count."""
    instruction = statement.instruction
    return not (instruction.comment or instruction.ends in (CYCLE, CALLED))


def _faults_of(program: Program, name: str) -> tuple[Problem, ...]:
    """The errors of a further file because of which its programs cannot be called."""
    return tuple(
        Problem(d.code, ERROR, d.line, d.message, file=name) for d in program.errors_when_called
    )


def machine_for(
    cell: Cell,
    program: ProgramSource,
    period: float = 0.01,
    scenario: Scenario | None = None,
    others: Sequence[ProgramSource] = (),
    budget: int = BUDGET,
    deviations: Deviations = NONE,
) -> Machine:
    """The machine that `simulate` runs; the arguments are those of `simulate`."""
    if not period > 0.0:
        raise ValueError(f"the period between samples must be above 0 s, not {period:g}")
    parsed, name = program_of(program)
    further = [program_of(other) for other in others]
    parsed = answered(parsed, (other for other, _ in further))
    code = code_of(parsed, *(other for other, _ in further))
    settings = Settings(
        period=period, dialect=parsed.dialect, rows=code.rows[0], deviations=deviations
    )
    files = (name, *(other_name for _, other_name in further))
    return Machine(cell, code, settings, scenario or Scenario(), budget, files)


@dataclass
class _Execution:
    """A run while it is carried out: its machine, its callers' functions, and where it halted.

    is_kept: Whether the run is kept for the next one, and taken over from an earlier one: both
    begin in the state of the cell.
    """

    machine: Machine
    on_progress: Progress | None
    stop: Callable[[], bool] | None
    changes: tuple[Change, ...] = ()
    is_kept: bool = True
    halt: MachineHalt | None = None

    def carry_out(self, start: CellState) -> tuple[tuple[Step, ...], Trace]:
        """Steps and trace of the run up to its end, or to the first statement that fails."""
        steps: list[Step] = []
        passages: list[Passage] = []
        tracer = Tracer(self.machine.code)
        now = self._changed(self.machine.begin(state=start))
        count = len(self.machine.code.statements)
        is_kept = self.is_kept and not self.changes
        replay = replay_for(self.machine) if is_kept else None
        stopped, asked = self.stop is not None and self.stop(), 0
        taken = None if replay is None or stopped else replay.beginning(tracer)
        while not stopped:
            if taken is not None:
                now = taken.moment
                steps += taken.steps
                passages += taken.passages
            if not now.frames or now.status is Status.FAILED:
                break
            stopped = self.stop is not None and now.count >= asked and self.stop()
            if stopped:
                break
            asked = max(asked, now.count - now.count % PROGRESS_EVERY + PROGRESS_EVERY)
            before, place, noted = now, now.frame.place, len(tracer)
            now, step = self._passed(now, tracer, len(steps))
            if step is not None and step.failed:
                self.halt = MachineHalt(self.machine, before)
                step = self._with_rest_not_run(step, place)
            passages.append(Passage(before, place, noted, step))
            if step is not None:
                steps.append(step)
                self._report_progress(place, count, step, len(steps))
            taken = None if replay is None else replay.onward(now, len(steps), tracer)
        if not stopped and is_kept:
            keep_run(self.machine, passages, now, tracer)
        return tuple(steps), tracer.trace()

    def _passed(self, now: Moment, tracer: Tracer, done: int) -> tuple[Moment, Step | None]:
        """The moment behind the next statement, or behind a row of them that only calculate."""
        row = calculated(self.machine, now, 0 if self.changes else AT_ONCE)
        if row.places:
            tracer.note_row(row, done)
            return row.moment, row.step
        tracer.note(now, done)
        now, step = advance(self.machine, now)
        return self._changed(now), step

    def _changed(self, now: Moment) -> Moment:
        return changed_here(self.machine, now, self.changes) if self.changes else now

    def _report_progress(self, place: int, count: int, step: Step, done: int) -> None:
        if self.on_progress is not None and (done - 1) % PROGRESS_EVERY == 0:
            self.on_progress((place + 1) / count, f"line {step.line}: {step.statement.shown}")

    def _with_rest_not_run(self, step: Step, place: int) -> Step:
        """The failed step, with a note (N301) of how many statements were not run."""
        code = self.machine.code
        rest = code.statements[place + 1 :] if code.is_straight else ()
        missed = [later for later in rest if _is_missed(later)]
        if not missed:
            return step
        count = "1 statement" if len(missed) == 1 else f"{len(missed)} statements"
        message = f"the run ends here; {count} from line {missed[0].line} on not run"
        note = Problem("N301", NOTE, step.line, message, {"not_run": len(missed)}, step.start_time)
        return replace(step, problems=(*step.problems, note))
