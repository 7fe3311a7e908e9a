"""Reads lines from a terminal, with history and completion; from anything else plain lines.

The history is kept between sessions, in the user's state folder.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TextIO

from app.console.command_help import COMMAND_HELP
from app.console.run_commands import COMMANDS
from language.editing.completion import Completion, complete
from language.instructions import INSTRUCTIONS, Place

ReadLine = Callable[[str], str]
HISTORY = "console-history"
WORDS = sorted(
    {*COMMANDS, *COMMAND_HELP, *(i.name for i in INSTRUCTIONS if i.place is Place.CONSOLE)}
)


def proposals(text: str, typed: str) -> tuple[Completion, ...]:
    """The completions of a typed line. text: The program, for the names in it."""
    if typed.upper().startswith("DO "):
        rest = typed[3:]
        return tuple(_moved(p, 3) for p in _of_program(text, rest))
    found = list(_of_program(text, typed))
    if len(typed.split()) <= 1 and not typed.endswith(" "):
        word, start = typed.strip().upper(), len(typed) - len(typed.lstrip()) + 1
        own = [
            Completion(name, "command", "console command", "", start, len(typed) + 1)
            for name in WORDS
            if name.startswith(word)
        ]
        found = [*own, *(p for p in found if p.text not in WORDS)]
    return tuple(found)


def _of_program(text: str, typed: str) -> tuple[Completion, ...]:
    """The completions of the language for a line below the program."""
    lines = text.splitlines()
    return complete("\n".join([*lines, typed]), len(lines) + 1, len(typed) + 1)


def _moved(proposal: Completion, by: int) -> Completion:
    return Completion(
        proposal.text,
        proposal.kind,
        proposal.detail,
        proposal.documentation,
        proposal.column + by,
        proposal.end_column + by,
    )


def line_reader(stdin: TextIO, stdout: TextIO, text: Callable[[], str]) -> ReadLine:
    """A function that prints a prompt and reads a line. Raises EOFError at the end.

    text: Gives the present program.
    """
    if not (stdin.isatty() and stdout.isatty()):
        return _plain(stdin, stdout)
    try:
        return _edited(text)
    except ImportError:
        return _plain(stdin, stdout)


def _plain(stdin: TextIO, stdout: TextIO) -> ReadLine:
    """Reads lines that no terminal sends, and echoes them so that a record reads well."""
    echoes = not stdin.isatty()
    for stream in (stdin, stdout):
        # Bytes that are no text, and letters that the terminal lacks, are replaced.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")

    def read(prompt: str) -> str:
        stdout.write(prompt)
        stdout.flush()
        line = stdin.readline()
        if not line:
            stdout.write("\n")
            raise EOFError
        line = line.rstrip("\r\n")
        if echoes:
            stdout.write(line + "\n")
        return line

    return read


def _edited(text: Callable[[], str]) -> ReadLine:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer
    from prompt_toolkit.completion import Completion as Offer
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import FileHistory, History, InMemoryHistory

    class Words(Completer):
        """The language's proposals in the form the terminal takes."""

        def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Offer]:
            typed = document.text_before_cursor
            for each in proposals(text(), typed):
                back = each.column - 1 - len(typed)
                yield Offer(each.text, back, display_meta=each.detail)

    kept = history_path()
    history: History = FileHistory(str(kept)) if kept is not None else InMemoryHistory()
    session: PromptSession[str] = PromptSession(
        history=history, completer=Words(), complete_while_typing=False
    )

    return session.prompt


def history_path() -> Path | None:
    """The file that keeps the lines of earlier sessions; None where no folder can be made."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    folder = Path(state) / "cellwright"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder / HISTORY
