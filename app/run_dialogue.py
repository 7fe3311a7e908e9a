"""The monitor commands of the console: EXECUTE STEP NEXT PROCEED RETRY ABORT DO STATUS ...

They drive the machine that `simulate` and the window use. SPEED while a run is under way sets
its pace; at other times it is a statement and joins the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kinematics import xyzoat_from_pose
from language import answered, parse
from language.line_parser import parse_line
from language.program import Program
from scenes import Cell, CellState, SceneError
from scenes.by_hand import done_by_hand
from scenes.debugger import (
    Breakpoint,
    Session,
    begin,
    begin_at,
    proceed,
    retry,
    run_to,
    step_back,
    step_into,
    step_out,
    step_over,
    value_of,
    with_state,
    with_variable,
)
from scenes.moment import Status
from scenes.pace import Pace
from scenes.program_source import ProgramSource, program_of
from scenes.recording import watched
from scenes.run import machine_for
from scenes.scenario import Scenario
from scenes.step import Step

Lines = list[str]
NO_RUN = "NO PROGRAM IS RUNNING: EXECUTE, OR STEP"


class RunDialogue:
    """Runs the program of a console; `session` is where the run stands, None before it began."""

    def __init__(
        self,
        cell: Cell | None,
        scenario: Scenario | None = None,
        others: Sequence[ProgramSource] = (),
    ) -> None:
        self.cell, self.scenario, self.others = cell, scenario, tuple(others)
        self.breakpoints: tuple[Breakpoint, ...] = ()
        self.watches: tuple[str, ...] = ()
        self.session: Session | None = None
        self.program: Program | None = None  # that of the session
        self.standing: CellState | None = None  # where DO begins before a run has begun
        self._by_hand: tuple[tuple[int, Step], ...] = ()
        self._shown = 0

    @property
    def state(self) -> CellState | None:
        """Where everything is in the run; None before it began."""
        return self.session.now.state if self.session is not None else None

    def steps_done(self) -> tuple[Step, ...]:
        """What happened in the cell up to now, done by the program or by hand, one after another.

        The clock of the program stands still while something is done by hand; these times go on.
        """
        found: list[Step] = []
        time = 0.0
        own = self.session.steps if self.session is not None else ()
        for place in range(len(own) + 1):
            here = [step for at, step in self._by_hand if at == place]
            for step in (*here, *own[place : place + 1]):
                found.append(step.starting_at(time))
                time += step.duration
        return tuple(found)

    def takes(self, line: str) -> bool:
        """Whether a line is a monitor command rather than a statement."""
        words = line.upper().split()
        if not words or words[0] not in COMMANDS:
            return False
        if words[0] == "DO":
            return len(words) > 1
        return words[0] != "SPEED" or (self.session is not None and not self.session.is_over)

    def feed(self, line: str, text: str) -> Lines:
        """Carries out a monitor command; text: the program as it stands."""
        word, _, rest = line.strip().partition(" ")
        if self.cell is None:
            return ["THERE IS NO ARM: NO CELL IS OPEN"]
        try:
            return COMMANDS[word.upper()](self, rest.strip(), text)
        except SceneError as fault:
            return [str(fault).upper() if str(fault).isascii() else str(fault)]

    def execute(self, rest: str, text: str) -> Lines:
        """EXECUTE [program] [, loops [, step]]: from the first statement, or a step, on."""
        name, loops, step = _name_and_counts(rest)
        output: Lines = []
        for _ in range(loops):
            faults = self._begin(text, name, step)
            if faults:
                return faults
            output += self._went(proceed(self._running()))
            if self._running().now.status is not Status.ENDED:
                break
        return output

    def step(self, rest: str, text: str) -> Lines:
        """STEP: one statement, into a program that it calls."""
        return self._begin_if_needed(text) or self._went(step_into(self._running()))

    def next(self, rest: str, text: str) -> Lines:
        """NEXT: one statement, over a program that it calls."""
        return self._begin_if_needed(text) or self._went(step_over(self._running()))

    def out(self, rest: str, text: str) -> Lines:
        """OUT: on until the program at work has ended."""
        return [NO_RUN] if self.session is None else self._went(step_out(self.session))

    def breakpoint(self, rest: str, text: str) -> Lines:
        """BREAKPOINT [line [condition]]: the run stops there; without condition again: no more."""
        number, _, condition = rest.partition(" ")
        if number.isdigit():
            line = int(number)
            others = tuple(b for b in self.breakpoints if b.line != line)
            is_new = bool(condition.strip()) or len(others) == len(self.breakpoints)
            new = (Breakpoint(line, condition.strip()),) if is_new else ()
            self.breakpoints = (*others, *new)
            if self.session is not None:
                self.session = replace(self.session, breakpoints=self.breakpoints)
        elif rest:
            return ["BREAKPOINT NEEDS THE NUMBER OF A LINE"]
        said = [
            f"LINE {b.line}  {b.condition}".rstrip()
            for b in sorted(self.breakpoints, key=lambda b: b.line)
        ]
        return said or ["NO BREAKPOINT IS SET"]

    def watch(self, rest: str, text: str) -> Lines:
        """WATCH [expression]: its value at every stop from now on; again: no more."""
        if rest:
            others = tuple(each for each in self.watches if each != rest)
            is_new = len(others) == len(self.watches)
            self.watches = (*others, rest) if is_new else others
        return self._watched() or ["NOTHING IS WATCHED"]

    def _watched(self) -> Lines:
        if self.session is None:
            return list(self.watches)
        machine, now = self.session.machine, self.session.now
        values = ((text, watched(machine, now, text)) for text in self.watches)
        return [f"{t} = {v if isinstance(v, str) else format(v, '.12g')}" for t, v in values]

    def proceed(self, rest: str, text: str) -> Lines:
        """PROCEED [line]: on to the end, or until the line is next."""
        if self.session is None:
            return [NO_RUN]
        if rest.isdigit():
            return self._went(run_to(self.session, int(rest)))
        return self._went(proceed(self.session))

    def retry(self, rest: str, text: str) -> Lines:
        """RETRY: the statement that failed, again."""
        if self.session is None:
            return [NO_RUN]
        self.session = retry(self.session)
        self._shown = len(self.session.steps)
        return self._went(proceed(self.session))

    def back(self, rest: str, text: str) -> Lines:
        """BACK [n]: n statements back."""
        if self.session is None:
            return [NO_RUN]
        self.session = step_back(self.session, int(rest) if rest.isdigit() else 1)
        behind = len(self.session.steps)
        self._by_hand = tuple(done for done in self._by_hand if done[0] <= behind)
        self._shown = len(self.session.steps)
        return [self._where()]

    def abort(self, rest: str, text: str) -> Lines:
        """ABORT: the run is given up; the arm stays where it is."""
        if self.session is None:
            return [NO_RUN]
        self.session = None
        return ["ABORTED"]

    def do(self, rest: str, text: str) -> Lines:
        """DO statement: at once, without joining the program."""
        faults = self._begin_by_hand(text) if self.session is None else []
        if faults:
            return faults
        session = self._running()
        parsed = parse_line(rest)
        if parsed.instruction is not None and parsed.instruction.name == "=":
            name, _, value = rest.partition("=")
            number = value_of(session.machine, session.now, value)
            self.session = with_variable(session, name.strip(), number)
            return []
        step = done_by_hand(session.machine, session.now, rest)
        if not step.failed:
            self.session = with_state(session, step.after)
            self._by_hand = (*self._by_hand, (len(session.steps), step))
        return _problems(step)

    def speed(self, rest: str, text: str) -> Lines:
        """SPEED v: the pace of the run from here on, in percent."""
        session = self._running()
        value = value_of(session.machine, session.now, rest)
        if value <= 0:
            return ["A SPEED IS ABOVE 0"]
        pace = Pace((value, False))
        self.session = with_state(session, replace(session.now.state, pace=pace))
        return []

    def status(self, rest: str, text: str) -> Lines:
        """STATUS: what is running, where, how long, how fast."""
        if self.session is None:
            return [NO_RUN]
        now = self.session.now
        pace, in_mm_s = now.state.pace.always
        lines = [f"{now.status.value.upper()}  TIME {now.time:.3f} S  STATEMENTS {now.count}"]
        lines.append(f"SPEED {pace:g}{' MM/S' if in_mm_s else ' %'}")
        lines += [
            f"  {line.program or 'PROGRAM'}  LINE {line.line}" for line in self.session.call_stack
        ]
        on = [str(n) for n, value in sorted(now.state.signals.items()) if value]
        return [*lines, f"SIGNALS ON: {', '.join(on) or 'NONE'}"]

    def list_program(self, rest: str, text: str) -> Lines:
        """LISTP: the program."""
        return text.splitlines() or ["THE PROGRAM IS EMPTY"]

    def list_locations(self, rest: str, text: str) -> Lines:
        """LISTL: the locations as the run has them."""
        if self.session is None:
            return [NO_RUN]
        dialect = self.session.machine.settings.dialect
        lines = []
        for name, value in self.session.now.locations.items():
            figures = value if value.ndim == 1 else xyzoat_from_pose(value, dialect)
            lines.append(
                f"{name:<8}" + "".join(f"{round(float(x), 3) + 0.0:10.3f}" for x in figures)
            )
        return lines or ["NO LOCATION IS DEFINED"]

    def list_variables(self, rest: str, text: str) -> Lines:
        """LISTV: the variables as the run has them."""
        if self.session is None:
            return [NO_RUN]
        variables = self.session.now.variables
        return [f"{n} = {v:.12g}" for n, v in variables.items()] or ["NO VARIABLE HAS A VALUE"]

    def _begin(self, text: str, name: str = "", step: int | None = None) -> Lines:
        program = answered(parse(text), (program_of(other)[0] for other in self.others))
        if not program.ok:
            return [f"LINE {d.line}: {d.message}" for d in program.errors]
        assert self.cell is not None
        machine = machine_for(self.cell, program, scenario=self.scenario, others=self.others)
        code = machine.code
        if name and name not in code.by_name:
            return [f"THERE IS NO PROGRAM {name}"]
        extent = code.by_name.get(name, 0)
        session = begin(machine, *self.breakpoints, extent=extent)
        if step is not None:
            place = code.extents[extent].labels.get(step)
            if place is None:
                return [f"THERE IS NO STEP {step}"]
            session = begin_at(session, place)
        self.session, self._shown = session, 0
        self.program, self._by_hand = program, ()
        return _empty(program)

    def _begin_by_hand(self, text: str) -> Lines:
        """A run before its first statement, with everything where it stands."""
        faults = self._begin(text)
        if self.session is not None and self.standing is not None:
            self.session = with_state(self.session, self.standing)
        return [] if self.session is not None else faults

    def _begin_if_needed(self, text: str) -> Lines:
        over = self.session is None or self.session.now.status is Status.ENDED
        return self._begin(text) if over else []

    def _running(self) -> Session:
        assert self.session is not None
        return self.session

    def _went(self, session: Session) -> Lines:
        """What the statements since the last command had to say, and where the run stands."""
        self.session = session
        new = session.steps[self._shown :]
        self._shown = len(session.steps)
        said = [line for step in new for line in _problems(step)]
        return [*said, self._where(), *self._watched()]

    def _where(self) -> str:
        session = self._running()
        status = session.now.status
        if status is Status.ENDED:
            return f"PROGRAM COMPLETED: {session.now.time:.3f} S"
        line = session.line
        shown = session.machine.statement(session.now)
        number = session.machine.file(session.now)
        where = f"{session.machine.files[number]} " if number else ""
        next_ = f"{where}LINE {line}: {shown.shown}" if shown is not None else "END OF A PROGRAM"
        why = f" ({session.why.upper()})" if session.why.startswith("breakpoint") else ""
        return f"{'STOPPED AT' if status is Status.FAILED else 'NEXT'} {next_}{why}"


def fed(runs: RunDialogue, line: str, text: str) -> tuple[RunDialogue, Lines]:
    """A dialogue after a command, and what it said: for a process of its own."""
    lines = runs.feed(line, text)
    return runs, lines


def _problems(step: Step) -> Lines:
    return [
        p.message if p.severity == "note" else f"{p.severity}[{p.code}]: {p.message}"
        for p in step.problems
    ]


def _empty(program: Program) -> Lines:
    return [] if program.statements else ["THE PROGRAM IS EMPTY"]


def _name_and_counts(rest: str) -> tuple[str, int, int | None]:
    """`PICK, 3, 50` or `3`: the program ("" for the first), how often, the step to begin at."""
    words = rest.replace(",", " ").split()
    counts = [int(word) for word in words if word.isdigit()]
    name = next((word.upper() for word in words if not word.isdigit()), "")
    return name, max(counts[0], 1) if counts else 1, counts[1] if len(counts) > 1 else None


COMMANDS: dict[str, Callable[[RunDialogue, str, str], Lines]] = {
    "EXECUTE": RunDialogue.execute,
    "EX": RunDialogue.execute,
    "STEP": RunDialogue.step,
    "NEXT": RunDialogue.next,
    "OUT": RunDialogue.out,
    "BREAKPOINT": RunDialogue.breakpoint,
    "WATCH": RunDialogue.watch,
    "PROCEED": RunDialogue.proceed,
    "RETRY": RunDialogue.retry,
    "BACK": RunDialogue.back,
    "ABORT": RunDialogue.abort,
    "DO": RunDialogue.do,
    "SPEED": RunDialogue.speed,
    "STATUS": RunDialogue.status,
    "LISTP": RunDialogue.list_program,
    "LISTL": RunDialogue.list_locations,
    "LISTV": RunDialogue.list_variables,
}
