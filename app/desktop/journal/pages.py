"""The pages of a journal: one for each open program, one for the cell, one for the window.

A page is a line with its format, its length and its checksum, and a body in JSON. So a reader can
tell a whole page from one that was cut short or changed.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, TypeAlias

from app.programs.text_files import Stamp

FORMAT = 1
HEAD = "cellwright-journal"


class PageError(ValueError):
    """A page cannot be read; the message says why, in a few words."""


@dataclass(frozen=True)
class ProgramPage:
    """One open program.

    key: Its name among all programs that were ever open. path: Empty where it has no file.
    text: None where the file holds the same text. is_unsaved: Whether some changes are in no file.
    stamp: The stamp of the file when it was last read or written.
    marks: Line and condition of each breakpoint. place: Line and column of the cursor, from 1.
    bookmarks: Lines.
    """

    key: str
    title: str
    path: str = ""
    text: str | None = None
    is_unsaved: bool = False
    newline: str = "\n"
    bom: bool = False
    stamp: Stamp | None = None
    marks: tuple[tuple[int, str], ...] = ()
    place: tuple[int, int] = (1, 1)
    scenario: str = ""
    answers: tuple[float, ...] = ()
    bookmarks: tuple[int, ...] = ()


@dataclass(frozen=True)
class ScenarioPage:
    """An open scenario with changes that are in no file. path: Its file, or where it would be."""

    key: str
    path: str
    text: str
    newline: str = "\n"
    bom: bool = False
    stamp: Stamp | None = None

    @property
    def is_unsaved(self) -> bool:
        """True: a scenario without unsaved changes has no page."""
        return True


@dataclass(frozen=True)
class CellPage:
    """The open cell. text: None where the file holds the same text.

    is_new: Whether it was never saved; its path then says only where relative paths lead from.
    """

    path: str
    text: str | None = None
    stamp: Stamp | None = None
    is_new: bool = False

    @property
    def is_unsaved(self) -> bool:
        """Whether the cell has changes that are in no file."""
        return self.text is not None


@dataclass(frozen=True)
class DeskPage:
    """The window: the order of the tabs, the one in front, the layout.

    order, front: Keys of programs. layout: The state of the docks as Qt gives it, in hexadecimal.
    """

    order: tuple[str, ...] = ()
    front: str = ""
    layout: str = ""

    @property
    def is_unsaved(self) -> bool:
        """False: a window has no file."""
        return False


Page: TypeAlias = ProgramPage | ScenarioPage | CellPage | DeskPage
_KINDS: dict[str, type[Page]] = {
    "program": ProgramPage,
    "scenario": ScenarioPage,
    "cell": CellPage,
    "desk": DeskPage,
}


def page_bytes(page: Page) -> bytes:
    """A page as the bytes of its file."""
    kind = next(name for name, made in _KINDS.items() if made is type(page))
    # JSON in ASCII keeps a lone surrogate, which a text field may hold.
    body = json.dumps({"kind": kind, **asdict(page)}).encode("ascii")
    return f"{HEAD} {FORMAT} {len(body)} {sha256(body).hexdigest()}\n".encode("ascii") + body


def read_page(data: bytes) -> Page:
    """The page in the bytes of a file. Raises PageError where they are no whole page."""
    head, _, body = data.partition(b"\n")
    words = head.decode("ascii", "replace").split()
    if len(words) != 4 or words[0] != HEAD or not words[2].isdigit():
        raise PageError("its first line is not that of a journal")
    if words[1] != str(FORMAT):
        raise PageError(f"it is of format {words[1]}, and this version reads format {FORMAT}")
    if len(body) < int(words[2]):
        raise PageError(f"it is cut short: {len(body)} of {words[2]} bytes are there")
    if sha256(body).hexdigest() != words[3]:
        raise PageError("its content does not match its checksum")
    try:
        return _page(json.loads(body))
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        raise PageError(f"its content is not that of a page ({fault})") from None


def _page(data: dict[str, Any]) -> Page:
    made = _KINDS[data.pop("kind")]
    if data.get("stamp") is not None:
        data["stamp"] = Stamp(**data["stamp"])
    lists = {key: _tuples(value) for key, value in data.items() if isinstance(value, list)}
    return made(**(data | lists))


def _tuples(value: Any) -> Any:
    """The value with every list in it made a tuple."""
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
