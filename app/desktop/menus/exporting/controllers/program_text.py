"""What the dialog shows of a program for a controller, worked out in a thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scenes import Run
from scenes.errors import SceneError
from scenes.exporters.registry import write_atomically
from scenes.makers.maker_languages import LANGUAGES, written
from scenes.makers.unrolled import Loss, unrolled

LINES_AT_ONCE = 2000  # of a text that is shown; a longer one is written whole all the same


@dataclass(frozen=True)
class ProgramText:
    """The text of a program, what it does not say, and the figures of its reading back."""

    text: str
    losses: tuple[Loss, ...]
    facts: str

    @property
    def shown(self) -> str:
        """The text, or its first lines where it is long."""
        lines = self.text.splitlines()
        if len(lines) <= LINES_AT_ONCE:
            return "\n".join(lines)
        left_out = len(lines) - LINES_AT_ONCE
        return "\n".join([*lines[:LINES_AT_ONCE], f"⋯ {left_out:,} more lines ⋯"])


def make(
    run: Run, language: str, name: str, hand_output: int | None, goes_on: Callable[[], bool]
) -> ProgramText | str | None:
    """For the thread: the program, or in words why there is none; None for a call given up."""
    orders = unrolled(run, hand_output)
    if not goes_on():
        return None
    try:
        made = written(orders, run.cell.robot, language, name)
    except SceneError as fault:
        return str(fault)
    off = made.deviation
    facts = (
        f"{off.motions:,} motions, one after the other as they were run. Read back by the "
        f"conventions of the controller: {off.words}."
    )
    return ProgramText(made.text, LANGUAGES[language].sayable(orders).losses, facts)


def write(text: str, language: str, path: Path, goes_on: Callable[[], bool]) -> str:
    """For the thread: writes the file; gives the fault in words, or ""."""
    maker = LANGUAGES[language]
    if path.suffix.lower() != maker.suffix:
        return f"a {maker.title} program is a file {maker.suffix}"
    try:
        write_atomically(path, text.encode(maker.encoding, errors="replace"))
    except ValueError as fault:  # a name that no file can have
        return str(fault)
    except OSError as fault:
        return f"{fault.filename or path}: {fault.strerror or fault}"
    return ""
