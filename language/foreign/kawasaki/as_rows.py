"""What a line of AS or V+ comes to, before it is known whether all its names have values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from language.foreign.draft import Effect
from language.foreign.reading import Place


@dataclass
class Row:
    """A line of code, or a remark.

    place: Where it stands. code: Its text. lines: What it comes to here. why: What is wrong with
    it, "" for nothing. moves: Whether it is a motion. frames: Whether it opens, divides or closes a
    block or a program, so that it cannot be left out. remark: What stands behind `;`. file, at: For
    a line of a program of another file, its name and the index of the line; its place is that of
    the call. labels: Lines with labels, which stay where the code is lost. note: What its effect
    here has that is not as on the controller, "" for nothing. is_last: Whether its program ends
    behind it. head: The program that begins here.
    """

    place: Place
    code: str = ""
    lines: list[str] = field(default_factory=list)
    effect: Effect = Effect.CARRIED_OUT
    why: str = ""
    moves: bool = False
    frames: bool = False
    remark: str = ""
    file: str = ""
    at: int = 0
    labels: list[str] = field(default_factory=list)
    note: str = ""
    is_last: bool = False
    head: str = ""

    def lose(self, why: str) -> None:
        """The code is not carried out; motions that are said for it go with it."""
        self.effect, self.why, self.lines = Effect.NOT_UNDERSTOOD, why, list(self.labels)


class Source(NamedTuple):
    """The line of AS that a line of ours comes from: some values of its row. file: Its name for a
    line of another file. at: Its index there."""

    code: str = ""
    frames: bool = False
    head: str = ""
    file: str = ""
    at: int = 0
