"""The teletype: the language's console machine with a cell, its arm and a file; no Qt.

The same machine serves `cellwright console` and the console pane of the window. The differences
(where the arm is, who keeps the text, how it is saved) are passed in as functions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TextIO

import numpy as np

from app.console.command_help import help_lines
from app.console.greeting import GREETING
from app.console.monitor_words import command_and_rest
from app.console.program_on_disk import ProgramFile
from app.console.run_commands import COMMANDS, RunDialogue
from app.console.taken_back import TakenBack, undone_lines
from app.console.terminal import line_reader
from app.programs.kept_text import ended_by_signals, kept_safe
from app.programs.text_files import FileError, read_text_file, save_text_file
from app.stopping import raising_at_ctrl_c
from kinematics import forward, xyzoat_from_pose
from language import parse
from language.editing.classic_dialogue import COMMAND_PROMPT, ClassicDialogue, menu
from language.editing.console_editor import (
    NOT_ADDED,
    OK_QUESTION,
    EditSession,
    Effect,
    Entry,
    Question,
    goes_on,
)
from language.editing.foreign_report import foreign_lines
from language.words.diagnostics import text_lines
from language.words.suggestions import nearest
from scenes import Cell, CellState, load_cell, simulate
from scenes.execution.machine.scenario import Scenario
from scenes.library import program_path
from scenes.program_source import ProgramSource
from scenes.world.tool_frame import in_axes, tool_frame

TextListener = Callable[[str], None]
Saver = Callable[[str], str | None]
NamedSaver = Callable[[str, str], str | None]
FILE_NAME = "FILE NAME (AN EMPTY LINE CANCELS)?"
FILES = ("LOAD", "STORE")
OWN = ("HELP", "UNDO")  # commands about the console itself


def ignore_text(text: str) -> None:
    """Ignores the new text: no caller follows it."""


def no_file(text: str) -> None:
    """Does not save, as there is no file: the console then asks for a name."""


class Console:
    """Takes typed lines and gives the lines that the teletype prints.

    on_text_changed: Called with the program text after every line that changed it.
    on_save: Writes the text and gives the line to print; None makes the console ask for a file
        name, which goes with the text to on_save_as.
    runs: The dialogue that carries out EXECUTE and the other monitor commands.
    where: The state of the cell for WHERE and TYPED; by default that after the program has run.
    """

    def __init__(
        self,
        cell: Cell | None,
        text: str = "",
        on_text_changed: TextListener = ignore_text,
        *,
        name: str = "program",
        classic: bool = False,
        on_save: Saver = no_file,
        on_save_as: NamedSaver = lambda text, name: None,
        where: Callable[[], CellState | None] | None = None,
        runs: RunDialogue | None = None,
    ) -> None:
        self.cell = cell
        self._tell, self._save, self._save_as = on_text_changed, on_save, on_save_as
        self._asks_name = False
        self._where = where or self._after_the_program
        self._session = EditSession(text, name)
        self._dialogue = ClassicDialogue(self._session) if classic else None
        self.runs = runs or RunDialogue(cell)
        self.taken_back = TakenBack()
        self.runs.name = name

    @property
    def text(self) -> str:
        """The present program."""
        return self._session.text

    @property
    def is_stopped(self) -> bool:
        """Whether the user gave STOP."""
        return self._session.stopped

    @property
    def prompt(self) -> str:
        """The text before the next line; "" in the classic dialogue, which prints questions."""
        if self._asks_name:
            return f"{FILE_NAME} "
        if self._dialogue is None and self.runs.question is not None:
            return f"{self.runs.question} "
        return "" if self._dialogue is not None else self._session.prompt

    def greeting(self) -> list[str]:
        """The first lines of the screen."""
        if self._dialogue is not None:
            return [*menu(), COMMAND_PROMPT]
        return list(GREETING)

    def follow(self, text: str, name: str = "") -> None:
        """Takes over a text that was changed elsewhere; an open question stays open."""
        self._session = replace(self._session, text=text, name=name or self._session.name)
        self.runs.name = self._session.name
        if self._dialogue is not None:
            self._dialogue = replace(self._dialogue, session=self._session)

    def set_classic(self, classic: bool) -> list[str]:
        """Turns the dialogue of figure 5 on or off and gives its first screen."""
        self._session = replace(self._session, pending=None, stopped=False)
        self._dialogue = ClassicDialogue(self._session) if classic else None
        return self.greeting()

    def feed(self, line: str) -> list[str]:
        """Takes one typed line, or several, and gives the lines to print.

        No line ends the console: where the console itself is at fault, the program is kept in a
        file and
        the console goes on.
        """
        try:
            return [output for part in text_lines(line) for output in self._taken(part)]
        except Exception as fault:
            kept = kept_safe(self.text)
            why = f"{type(fault).__name__}: {fault}".splitlines()[0]
            return [f"AN ERROR OF THE CONSOLE ITSELF, PLEASE REPORT IT ({why})", kept]

    def _taken(self, line: str) -> list[str]:
        if self._is_own(line):
            word, rest = command_and_rest(line)
            return help_lines(rest) if word == "HELP" else self._undone()
        self.taken_back.begin(self._command_of(line), self.text, self.runs)
        output = self._carried_out(line)
        self.taken_back.end(self.text, self.runs)
        return output

    def _is_own(self, line: str) -> bool:
        """Whether a line is HELP or UNDO, and no text that something waits for."""
        waits = self._asks_name or isinstance(self._session.pending, Entry)
        return self._dialogue is None and not waits and command_and_rest(line)[0] in OWN

    def _command_of(self, line: str) -> str:
        """The command that a line finishes: the one that waits for it, or the line itself."""
        pending = self._session.pending
        if isinstance(pending, Question) and not goes_on(line):
            return pending.command
        if isinstance(pending, Entry):
            return f"{pending.command} {pending.number} {line.strip()}"
        return line

    def _undone(self) -> list[str]:
        """Takes back the last command that has changed the program or the run."""
        done = self.taken_back.take(self.text)
        if isinstance(done, str):
            return [done]
        had_run, self.runs = self.runs.session is not None, done.runs
        is_edit = done.text != done.after
        self._session = replace(self._session, pending=None)
        if is_edit:
            self._session = replace(self._session, text=done.text)
            self._tell(done.text)
        return undone_lines(done, had_run, is_edit)

    def _carried_out(self, line: str) -> list[str]:
        if self._asks_name:
            return self._named(line.strip())
        if self._answers_by_going_on(line):
            # The line may be typed by somebody who did not see the question: it is not lost.
            return [*self._confirmed(), *self._taken(line)]
        if self.is_monitor_command(line):
            return self._monitor(line)
        before = self._session.text
        output, effect = self._fed(line)
        word, _ = command_and_rest(line)
        if NOT_ADDED in output and (meant := nearest(word, [*COMMANDS, *FILES, *OWN])):
            output = (*output, *(f"THE COMMAND IS {it}?" for it in meant[:1] if it != word))
        if self._session.text != before:
            self._tell(self._session.text)
        if self._dialogue is not None:
            return [*self._answers(effect), *output]
        # The prompt shows the question; a printed line would show it a second time.
        return [*(said for said in output if said != OK_QUESTION), *self._answers(effect)]

    def _answers_by_going_on(self, line: str) -> bool:
        """Whether OK ? is open outside the dialogue and the line is another command."""
        open_ = isinstance(self._session.pending, Question) and self._dialogue is None
        return open_ and (goes_on(line) or self.runs.takes(line) or self._is_for_file(line))

    def _confirmed(self) -> list[str]:
        """Does what the open question asks about, but does not leave the console."""
        pending = self._session.pending
        stays = isinstance(pending, Question) and pending.leaves
        output = self._taken("1" if stays else "0")
        return [*output, *(self._named("") if self._asks_name else [])]

    def is_run_command(self, line: str) -> bool:
        """Whether a line is for the run (EXECUTE, STEP ...); LOAD and STORE are not."""
        return self.is_monitor_command(line) and not self._is_for_file(line)

    def is_monitor_command(self, line: str) -> bool:
        """Whether a line is for the run or for a file, not for the text."""
        free = self._dialogue is None and self._session.pending is None
        return free and (self.runs.takes(line) or self._is_for_file(line))

    def _is_for_file(self, line: str) -> bool:
        return self.runs.question is None and command_and_rest(line)[0] in FILES

    def _monitor(self, line: str) -> list[str]:
        """Carries out EXECUTE, STEP ... on the run, and LOAD and STORE on a file."""
        if not self._is_for_file(line):
            return self.runs.feed(line, self.text)
        word, name = command_and_rest(line)
        if not name:
            return [f"{word} NEEDS THE NAME OF A FILE"]
        try:
            if word == "STORE":
                save_text_file(Path(name), self.text)
                return [f"STORED: {name}"]
            loaded = read_text_file(Path(name)).text
        except (OSError, ValueError) as fault:
            return [_no_name(name, fault)]
        self._session = replace(self._session, text=loaded)
        self._tell(loaded)
        return [f"LOADED: {name}, {len(text_lines(loaded))} LINES", *foreign_lines(loaded)]

    def _fed(self, line: str) -> tuple[tuple[str, ...], Effect | None]:
        if self._dialogue is not None:
            self._dialogue, output = self._dialogue.feed(line)
            self._session = self._dialogue.session
            return output, self._dialogue.effect
        reply = self._session.feed(line)
        pending = reply.session.pending
        if isinstance(pending, Question) and pending.only_shows:
            reply = reply.session.feed("0")
        self._session = reply.session
        return reply.output, reply.effect

    def _answers(self, effect: Effect | None) -> list[str]:
        if effect is Effect.SAVE_REQUESTED:
            message = self._save(self._session.text)
            self._asks_name = message is None
            return [] if message is None else [message]
        if effect is Effect.WHERE_REQUESTED:
            return self._where_lines()
        if effect is Effect.PARTS_REQUESTED:
            return self._part_lines()
        return []

    def _named(self, name: str) -> list[str]:
        """Takes the answer to the question for a file name; asks again until a name can be used."""
        if not name:
            self._asks_name = False
            return ["NOT SAVED"]
        try:
            message = self._save_as(self._session.text, name)
        except (OSError, ValueError) as fault:
            return [_no_name(name, fault)]
        self._asks_name = message is None
        return ["THAT FILE IS TAKEN; GIVE ANOTHER NAME"] if message is None else [message]

    def _after_the_program(self) -> CellState | None:
        if self.runs.state is not None:
            return self.runs.state
        return simulate(self.cell, parse(self.text)).end_state if self.cell else None

    def _where_lines(self) -> list[str]:
        """The pose of the tool in the program's dialect, and the joint values, mm and degrees."""
        state = self._where()
        if self.cell is None or state is None:
            return ["THERE IS NO ARM: NO CELL IS OPEN"]
        robot = self.cell.robot
        T_base_tool = forward(robot.mechanism, state.q) @ tool_frame(robot, state.tool)
        T_axes_tool = in_axes(state.base, T_base_tool)
        values = xyzoat_from_pose(T_axes_tool, parse(self.text).dialect)
        pose = zip("XYZOAT", values, strict=True)
        turns = np.array([kind == "R" for kind in robot.mechanism.kinds])
        shown = np.where(turns, np.degrees(state.q), state.q)
        joints = zip((joint.name for joint in robot.mechanism.joints), shown, strict=True)
        return [_row(pose), _row((name.upper(), value) for name, value in joints)]

    def _part_lines(self) -> list[str]:
        if self.cell is None or not self.cell.parts:
            return ["THE CELL HAS NO PARTS"]
        state = self._where()
        held = state.held.part if state is not None and state.held is not None else ""
        return [
            part.name + (" (IN THE HAND)" if part.name == held else "") for part in self.cell.parts
        ]


def _no_name(name: str, fault: Exception) -> str:
    """The reason why no file can have a typed name."""
    if isinstance(fault, FileError):
        return str(fault)
    why = fault.strerror if isinstance(fault, OSError) else "a name holds no such character"
    return f"{name[:60]}: {why}"


def _row(values: object) -> str:
    """`X=  670.000  Y= ...`; zero has no minus sign."""
    return "  ".join(f"{name}={round(float(v), 3) + 0.0:9.3f}" for name, v in values)  # type: ignore[attr-defined]


def run_console(
    cell_name: str,
    program_name: str | None,
    stdin: TextIO,
    stdout: TextIO,
    classic: bool = False,
    scenario: Scenario | None = None,
    others: Sequence[ProgramSource] = (),
) -> int:
    """`cellwright console`: reads lines until STOP or the end of input; gives the exit code."""
    cell = load_cell(cell_name)
    file = ProgramFile(program_path(program_name) if program_name else None)
    console = Console(
        cell,
        file.saved,
        name=file.name,
        classic=classic,
        on_save=file.save,
        on_save_as=file.save_as,
        runs=RunDialogue(cell, scenario, others),
    )
    try:
        with ended_by_signals(), raising_at_ctrl_c():
            _converse(console, stdin, stdout)
    finally:
        if console.text != file.saved:
            _print_last_line(stdout, f"LEFT WITHOUT SAVE: {kept_safe(console.text)}")
    return 0


def _print_last_line(stdout: TextIO, line: str) -> None:
    """Prints the last line of a console, on standard error where the output is closed."""
    for stream in (stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.write(f"{line}\n")
            stream.flush()
            return


def _converse(console: Console, stdin: TextIO, stdout: TextIO) -> None:
    """Reads and answers lines until STOP or the end of the input."""
    read = line_reader(stdin, stdout, lambda: console.text)
    _print(stdout, console.greeting())
    while not console.is_stopped:
        try:
            _print(stdout, console.feed(read(console.prompt)))
        except EOFError:
            return
        except KeyboardInterrupt:
            if not stdin.isatty():
                raise
            _print(stdout, ["GIVEN UP"])  # the line or the command, not the program


def _print(stdout: TextIO, lines: list[str]) -> None:
    for line in lines:
        stdout.write(line + "\n")
