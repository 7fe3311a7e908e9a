"""Cell cards: a few words about a cell for lists, read from its text without building anything.

The sentence is the first comment line of the file. So a cell that is added to the shipped ones has
a card at once, and nobody keeps a second list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scenes.files.resource_files import CELLS, PROGRAMS, ROBOTS
from scenes.files.robots.robot_cards import kept_card

# Programs of shipped cells that do not have the name of their cell.
PROGRAM_OF = {"drilling": "drill_plate", "kakazu1985": "figure5", "puma_bench": "puma_pick"}
_TITLE = re.compile(r"^title:[ \t]*(.+?)[ \t]*(?:[ \t]#.*)?$", re.MULTILINE)
_USE = re.compile(r"^robots:.*?\buse:[ \t]*([^,}\s]+)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class CellCard:
    """The facts about a cell in a list.

    name: Name of the file without its endings. sentence: "" where the file begins with no comment.
    robot: The title of the robot, or what the cell names as its robot where no such file can be
    read; "" for a cell without one.
    program: The shipped program of a shipped cell.
    """

    name: str
    title: str
    sentence: str
    robot: str
    path: Path
    program: Path | None = None


def shipped_cards() -> tuple[CellCard, ...]:
    """The cards of the shipped cells: that of the paper first, then in alphabetical order."""
    cards = [card_of_cell(CELLS.find(name)) for name in CELLS.names()]
    return tuple(sorted(cards, key=lambda card: (card.name != "kakazu1985", card.title.lower())))


def card_of_cell(path: Path) -> CellCard:
    """The card of a cell file; an unreadable file gets its name as the title."""
    name = path.name.partition(".")[0]
    text = _text_of(path)
    title, use = _TITLE.search(text), _USE.search(text)
    return CellCard(
        name,
        _unquoted(title[1]) if title else name,
        next(_head_comments(text), ""),
        _robot_title(_unquoted(use[1]), path.parent) if use else "",
        path,
        _program_of(path),
    )


def _head_comments(text: str) -> Iterator[str]:
    """The comment lines before the first key."""
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            return
        words = line.lstrip("#").strip()
        if words:
            yield words


def _text_of(path: Path) -> str:
    """The text of a file; "" where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ""


def _robot_title(use: str, folder: Path) -> str:
    """The title of a shipped robot, or of a robot file that is named relative to a folder."""
    if use in ROBOTS.names():
        card = kept_card(ROBOTS.find(use))
        return card.title if card is not None else use
    title = _TITLE.search(_text_of(folder / use))
    return _unquoted(title[1]) if title else use


def _program_of(path: Path) -> Path | None:
    """The shipped program of a shipped cell: by the table, or the program of the same name."""
    name = path.name.removesuffix(CELLS.suffix)
    if path.parent.resolve() != CELLS.path.resolve():
        return None
    program = PROGRAM_OF.get(name, name)
    return PROGRAMS.find(program) if program in PROGRAMS.names() else None


def _unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if is_quoted else text
