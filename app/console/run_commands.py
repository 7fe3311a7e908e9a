"""The monitor commands of the console: EXECUTE STEP NEXT PROCEED RETRY ABORT DO STATUS ...

They drive the machine that `simulate` and the window use. SPEED during a run sets the speed of
that run; at other times it is a statement and joins the program. A number names a line as LISTP
shows it (see `breakpoints`). A command answers wrong words behind it with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.console import listings, run_stops
from app.console.begun_run import ByHand, begun, steps_in_time
from app.console.monitor_words import (
    NO_RUN,
    Asked,
    Rounds,
    command_and_rest,
    count_in,
    loud,
    name_and_counts,
)
from app.programs.breakpoints import Stop, WordsError, line_of, mark_of, shown_place
from language import answered, parse
from language.lines.line_parser import parse_line
from language.programs.program import Program
from scenes import Cell, CellState, SceneError
from scenes.execution.debugging.by_hand import done_by_hand
from scenes.execution.debugging.debugger import (
    Session,
    proceed,
    question_in,
    question_of,
    retry,
    run_to,
    step_back,
    step_into,
    step_out,
    step_over,
    value_of,
    with_answer,
    with_state,
    with_variable,
)
from scenes.execution.machine.moment import Status
from scenes.execution.machine.scenario import Scenario
from scenes.execution.simulation import machine_for
from scenes.program_source import ProgramSource, program_of
from scenes.runs.step import Step
from scenes.world.speed_settings import Pace

Lines = list[str]
NOTHING_BEHIND = frozenset({"OUT", "RETRY", "ABORT", "STATUS"})


class RunDialogue:
    """Runs the program of a console; `session` is the present run, None before it began.

    name: The name of the program's file.
    """

    def __init__(
        self,
        cell: Cell | None,
        scenario: Scenario | None = None,
        others: Sequence[ProgramSource] = (),
    ) -> None:
        self.cell, self.scenario, self.others = cell, scenario, tuple(others)
        self.name = ""
        self.stops: tuple[Stop, ...] = ()
        self.watches: tuple[str, ...] = ()
        self.session: Session | None = None
        self.program: Program | None = None  # the program that the session runs
        self.standing: CellState | None = None  # the state in which a DO before any run begins
        self._by_hand: tuple[ByHand, ...] = ()
        self._asking: Asked | None = None  # the statement done by hand that waits for a number
        self._onward: Callable[[Session], Session] = proceed  # what follows an answer to PROMPT
        self._rounds = Rounds()
        self._shown = 0
        self.notes: Lines = []
        self.changes = 0  # how many commands have changed the run, its stops or its watches

    @property
    def state(self) -> CellState | None:
        """The state of the cell in the run; None before it began."""
        return self.session.now.state if self.session is not None else None

    def steps_done(self) -> tuple[Step, ...]:
        """All steps so far, done by the program or by hand, one after another in time.

        The clock of the program stands still while something is done by hand; these times go on.
        """
        own = self.session.steps if self.session is not None else ()
        return steps_in_time(own, self._by_hand)

    @property
    def question(self) -> str | None:
        """The question of a PROMPT, which the next line answers; None where there is none."""
        if self._asking is not None:
            return self._asking.question
        return question_of(self.session) if self.session is not None else None

    def takes(self, line: str) -> bool:
        """Whether a line is for the run: an answer to PROMPT, or a monitor command."""
        if self.question is not None:
            return True
        word, rest = command_and_rest(line)
        if word not in COMMANDS:
            return False
        command = COMMANDS[word]
        if command is RunDialogue.do:
            return bool(rest)
        return command is not RunDialogue.speed or (
            self.session is not None and not self.session.is_over
        )

    def feed(self, line: str, text: str) -> Lines:
        """Carries out a monitor command and gives the lines to print. text: The present program."""
        before = self._state()
        try:
            return self._carried_out(line, text)
        finally:
            self.changes += any(a is not b for a, b in zip(before, self._state(), strict=True))

    def _state(self) -> tuple[object, ...]:
        """What commands change, as frozen values."""
        return self.session, self.stops, self.watches, self._by_hand, self._asking

    def _carried_out(self, line: str, text: str) -> Lines:
        if self.question is not None:
            return self._answered(line.strip(), text)
        word, rest = command_and_rest(line)
        if self.cell is None:
            return ["THERE IS NO ARM: NO CELL IS OPEN"]
        if word in NOTHING_BEHIND and rest:
            return [f"{word} TAKES NOTHING BEHIND IT, NOT {rest}"]
        self._onward, self._rounds = proceed, Rounds()
        try:
            return COMMANDS[word](self, rest, text)
        except WordsError as fault:
            return [f"{word}: {fault}"]
        except SceneError as fault:
            return [loud(str(fault))]

    def execute(self, rest: str, text: str) -> Lines:
        """EXECUTE [program] [, loops [, step]]: runs from the first statement, or from a step."""
        name, loops, step = name_and_counts(rest)
        if name and name in (self.name.upper(), self.name.upper().rpartition(".")[0]):
            name = ""
        self._rounds = Rounds(loops, name, step)
        return self._next_rounds(text)

    def _next_rounds(self, text: str) -> Lines:
        """Runs the program from its beginning as often as EXECUTE has still to do."""
        output: Lines = []
        while self._rounds.left > 0:
            self._rounds = self._rounds._replace(left=self._rounds.left - 1)
            faults = self._begin(text, self._rounds.program, self._rounds.step)
            if faults:
                return faults
            output += self._went(proceed(self._running()))
            if self._running().now.status is not Status.ENDED:
                break
        return output

    def _answered(self, line: str, text: str) -> Lines:
        """Takes the answer to PROMPT and goes on as the command before meant to; ABORT ends it."""
        asking, self._asking = self._asking, None
        if line.upper() == "ABORT":
            return ["GIVEN UP"] if asking is not None else self.abort("", text)
        session = self._running()
        try:
            number = value_of(session.machine, session.now, line)
        except SceneError:
            self._asking = asking
            return [f"A NUMBER ANSWERS IT, NOT {line or 'NOTHING'}; ABORT GIVES IT UP"]
        if asking is not None:
            return self._done(asking.statement, (number,))
        answered_session = with_answer(session, number)
        self._shown = len(answered_session.steps)
        output = self._went(self._onward(answered_session), answered=True)
        ended = self._running().now.status is Status.ENDED
        return [*output, *(self._next_rounds(text) if ended else ())]

    def step(self, rest: str, text: str) -> Lines:
        """STEP [n]: carries out one statement, or n, and enters called programs."""
        return self._steps(rest, text, step_into)

    def next(self, rest: str, text: str) -> Lines:
        """NEXT [n]: carries out one statement, or n; a called program counts as one."""
        return self._steps(rest, text, step_over)

    def _steps(self, rest: str, text: str, one: Callable[[Session], Session]) -> Lines:
        count = count_in(rest)
        faults = self._begin_if_needed(text)
        if faults:
            return faults
        session = self._running()
        self._onward = one
        for _ in range(count):
            before, session = session.at, one(session)
            if session.is_over or session.at == before or session.why.startswith("breakpoint"):
                break
        return self._went(session)

    def out(self, rest: str, text: str) -> Lines:
        """OUT: goes on until the called program has ended."""
        self._onward = step_out
        return [NO_RUN] if self.session is None else self._went(step_out(self.session))

    def proceed(self, rest: str, text: str) -> Lines:
        """PROCEED [[LINE] n]: goes on to the end, or until the step or line is next."""
        if self.session is None or self.program is None:
            return [NO_RUN]
        if not rest:
            return self._went(proceed(self.session))
        mark, more = mark_of(self.program, rest)
        if more:
            raise WordsError(f"NOTHING STANDS BEHIND {mark}, NOT {more}")
        return self._went(run_to(self.session, line_of(self.program, mark)))

    def retry(self, rest: str, text: str) -> Lines:
        """RETRY: carries out the statement that failed once more."""
        if self.session is None:
            return [NO_RUN]
        self.session = retry(self.session)
        self._shown = len(self.session.steps)
        return self._went(proceed(self.session))

    def back(self, rest: str, text: str) -> Lines:
        """BACK [n]: goes n statements back."""
        if self.session is None:
            return [NO_RUN]
        self.session = step_back(self.session, count_in(rest))
        behind = len(self.session.steps)
        self._by_hand = tuple(done for done in self._by_hand if done.after <= behind)
        self._shown = len(self.session.steps)
        return [run_stops.place_line(self._running())]

    def abort(self, rest: str, text: str) -> Lines:
        """ABORT: ends the run; the arm stays where it is."""
        if self.session is None:
            return [NO_RUN]
        self.session, self._asking = None, None
        return ["ABORTED"]

    def do(self, rest: str, text: str) -> Lines:
        """DO statement: carries out a statement at once; it does not join the program."""
        faults = self._begin_by_hand(text) if self.session is None else []
        if faults:
            return faults
        session = self._running()
        parsed = parse_line(rest)
        if parsed.instruction is not None and parsed.instruction.assigns:
            name, _, value = rest.partition("=")
            number = value_of(session.machine, session.now, value)
            self.session = with_variable(session, name.strip(), number)
            return []
        return self._done(rest)

    def _done(self, statement: str, answers: tuple[float, ...] = ()) -> Lines:
        """Carries out a statement by hand. answers: The numbers that answer its PROMPT."""
        session = self._running()
        step = done_by_hand(session.machine, session.now, statement, answers)
        question = question_in(step)
        if question is not None:
            self._asking = Asked(statement, question)
            return []
        if not step.failed:
            self.session = with_state(session, step.after)
            self._by_hand = (*self._by_hand, ByHand(len(session.steps), step))
        return [] if answers and not step.failed else listings.problems(step)

    def breakpoint(self, rest: str, text: str) -> Lines:
        """BREAKPOINT [[LINE] n [condition]]: sets a breakpoint; the same n again removes it."""
        if rest:
            self.stops, fault = run_stops.with_stop(self.stops, self.read(text), rest)
            if fault:
                return [f"BREAKPOINT NOT SET: {fault}"]
            if self.session is not None and self.program is not None:
                self.session, notes = run_stops.placed(self.session, self.program, self.stops)
                self.notes += notes
        return run_stops.stop_lines(self.stops)

    def watch(self, rest: str, text: str) -> Lines:
        """WATCH [expression]: prints its value at every stop; given again, ends that."""
        if rest:
            self.watches = run_stops.with_watch(self.watches, rest)
        return run_stops.watch_lines(self.watches, self.session) or ["NOTHING IS WATCHED"]

    def speed(self, rest: str, text: str) -> Lines:
        """SPEED v: sets the speed of the run from here on, percent."""
        session = self._running()
        value = value_of(session.machine, session.now, rest)
        if value <= 0:
            return ["A SPEED IS ABOVE 0"]
        self.session = with_state(session, replace(session.now.state, pace=Pace((value, False))))
        return []

    def read(self, text: str) -> Program:
        """A text as a program, checked with the other files that it may call."""
        return answered(parse(text), (program_of(other)[0] for other in self.others))

    def _begin(self, text: str, name: str = "", step: int | None = None) -> Lines:
        program = self.read(text)
        if not program.ok:
            return [f"{shown_place(program, d.line)}: {d.message}" for d in program.errors]
        assert self.cell is not None
        machine = machine_for(self.cell, program, scenario=self.scenario, others=self.others)
        session = begun(machine, name, step, own_name=self.name)
        if isinstance(session, str):
            return [session]
        self.program, self._by_hand, self._shown = program, (), 0
        self.session, notes = run_stops.placed(session, program, self.stops)
        self.notes += notes
        return [] if program.statements else ["THE PROGRAM IS EMPTY"]

    def _begin_by_hand(self, text: str) -> Lines:
        """Begins a run in the present state of the cell, without a statement done."""
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

    def _went(self, session: Session, *, answered: bool = False) -> Lines:
        """The messages of the statements since the last command, and the place of the run.

        answered: One of the statements is the PROMPT whose answer stands on the screen already.
        """
        self.session = session
        new = session.steps[self._shown :]
        self._shown = len(session.steps)
        # The prompt shows the question of PROMPT.
        shown = next((s for s in new if s.statement.instruction.asks), None) if answered else None
        reported = (step for step in new if step is not shown and question_in(step) is None)
        messages = [line for step in reported for line in listings.problems(step)]
        notes, self.notes = self.notes, []
        if self.question is not None:
            return [*notes, *messages]
        place = run_stops.place_line(session)
        return [*notes, *messages, place, *run_stops.watch_lines(self.watches, session)]


def fed(runs: RunDialogue, line: str, text: str) -> tuple[RunDialogue, Lines]:
    """A dialogue after a command, and the lines to print: a plain function for another process."""
    return runs, runs.feed(line, text)


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
    "STATUS": lambda runs, rest, text: listings.status(runs.session),
    "LISTP": lambda runs, rest, text: listings.program(rest, text),
    "LISTL": lambda runs, rest, text: listings.locations(runs.read(text), runs.session, rest),
    "LISTV": lambda runs, rest, text: listings.variables(runs.session, rest),
}
