"""UNDO of the console: the commands that changed something, each with the state before it."""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from app.console import run_stops
from app.console.run_commands import RunDialogue

MOST_KEPT = 200  # commands that can be taken back


class Done(NamedTuple):
    """A command, and the program and the run before it. after: The program behind it."""

    line: str
    text: str
    runs: RunDialogue
    after: str


class TakenBack:
    """The commands of a console that can be taken back, the last one at the end."""

    def __init__(self) -> None:
        self._done: tuple[Done, ...] = ()
        self._open: Done | None = None  # the command that is being carried out

    def begin(self, line: str, text: str, runs: RunDialogue) -> None:
        """Notes a command before it is carried out."""
        self._open = Done(line.strip(), text, copy(runs), text)

    def end(self, text: str, runs: RunDialogue) -> None:
        """Keeps the noted command if it has changed the program or the run."""
        noted, self._open = self._open, None
        if noted is None or (noted.text == text and noted.runs.changes == runs.changes):
            return
        self._done = (*self._done, noted._replace(after=text))[-MOST_KEPT:]

    def forget(self) -> None:
        """Forgets all commands: the cell that their runs belong to is gone."""
        self._done, self._open = (), None

    def take(self, text: str) -> Done | str:
        """The last command, which leaves the list; or why nothing is taken back."""
        if not self._done:
            return "THERE IS NOTHING TO UNDO"
        last = self._done[-1]
        if last.after != text and last.text != last.after:
            return f"THE PROGRAM WAS CHANGED ELSEWHERE SINCE {last.line}: NOT UNDONE"
        self._done = self._done[:-1]
        return last


def undone_lines(done: Done, had_run: bool, text_is_back: bool) -> list[str]:
    """What was taken back, and where everything stands now. had_run: Whether there was a run."""
    runs = done.runs
    lines = [f"UNDONE: {done.line}"]
    if text_is_back:
        lines.append("THE PROGRAM IS AS IT WAS BEFORE")
    if runs.question is not None:
        return lines
    if runs.session is not None:
        lines.append(run_stops.place_line(runs.session))
    elif had_run:
        lines.append("NO PROGRAM IS RUNNING")
    return lines
