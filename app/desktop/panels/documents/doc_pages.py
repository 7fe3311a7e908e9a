"""The pages of the documentation: where they are, what they are called, how they are linked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import resources

SHIPPED = Path(resources.__file__).resolve().parent
START = SHIPPED / "docs" / "README.md"
FIRST_STEPS = SHIPPED / "docs" / "first-steps.md"
GLOSSARY = SHIPPED / "docs" / "glossary.md"
LANGUAGE = SHIPPED / "reference" / "language.md"
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s#]+\.md)[^)\s]*\)")
_FENCE = re.compile(r" *(```+|~~~+)")
_HEADING = re.compile(r"#{1,6} ")


class PageError(Exception):
    """Why a file cannot be shown as a page, in words."""


@dataclass(frozen=True)
class Page:
    """A page of the list. depth: 1 where it belongs to the first page of its folder, else 0."""

    path: Path
    title: str
    text: str
    depth: int = 0

    def count(self, words: Sequence[str]) -> int:
        """How often the words stand in the page; 0 unless all of them do. words: lower case."""
        text = self.text.lower()
        found = [text.count(word) for word in words]
        return sum(found) if all(found) else 0


@lru_cache(maxsize=1)
def contents() -> tuple[Page, ...]:
    """All pages, in the order in which the first page links to them."""
    found: dict[Path, Page] = {}
    for path, depth in _reached(START, 0):
        text = path.read_text(encoding="utf-8")
        found.setdefault(path, Page(path, title_of(text, path.stem), text, depth))
    return tuple(found.values())


def _reached(index: Path, depth: int) -> Iterator[tuple[Path, int]]:
    """An index and the pages that it links to; the first page of a folder is an index too."""
    yield index, depth
    for link in _LINK.findall(index.read_text(encoding="utf-8")):
        path = (index.parent / link).resolve()
        if path.name != START.name:
            yield path, depth
        elif path.parent not in index.parents and path != index:
            yield path, 0
            yield from ((page, 1) for page, _ in _reached(path, 1))


def title_of(text: str, otherwise: str) -> str:
    """The first heading of a page without its marks."""
    for piece in pieces(text):
        if _HEADING.match(piece):
            return piece.splitlines()[0].lstrip("# ").replace("`", "")
    return otherwise


def pieces(text: str) -> list[str]:
    """The text of a page in pieces that begin with a heading each, but for the first piece."""
    found, fence = [""], ""
    for line in text.splitlines(keepends=True):
        mark = _FENCE.match(line)
        if mark and (not fence or line.strip() == fence):
            fence = "" if fence else mark[1]
        if not fence and _HEADING.match(line) and found[-1].strip():
            found.append("")
        found[-1] += line
    return found


def anchor_of(heading: str) -> str:
    """The name by which a link leads to a heading, as GitHub makes it: `programs.md#the-loop`."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def page_text(path: Path) -> str:
    """The Markdown of a page; of another text file its text as code.

    Raises PageError where the file is not shipped, is missing, or holds no text.
    """
    if not path.is_relative_to(SHIPPED.parent):
        raise PageError(f"{path} is not shipped with Cellwright.")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as fault:
        raise PageError(f"{path} cannot be shown: {fault}") from fault
    return text if path.suffix == ".md" else f"# {path.name}\n\n````\n{text}\n````\n"
