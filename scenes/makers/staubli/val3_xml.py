"""XML of VAL3 files, read with bounds: elements with their attributes, texts and lines.

A file that declares a document type or an entity is refused: applications of VAL3 have none, and
entities can make a small file large or name other files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

MOST_ELEMENTS, MOST_DEPTH, MOST_ATTRIBUTES = 400_000, 20, 40
CODE, LONGEST_LINE = "Code", 20_000  # the element whose text is kept, and characters of its lines


class XmlError(Exception):
    """A text that is no XML of VAL3; its text says why. line: Where, from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


@dataclass
class Element:
    """An element without the name of its namespace.

    line: Where its tag begins, from 1. lines: Of an element of code, the number, first column and
    text of each line in it.
    """

    name: str
    line: int
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    lines: list[tuple[int, int, str]] = field(default_factory=list)

    def named(self, name: str) -> Iterator[Element]:
        """The children with a name."""
        return (child for child in self.children if child.name == name)

    def first(self, name: str) -> Element | None:
        """The first child with a name."""
        return next(self.named(name), None)


def xml_of(text: str) -> Element:
    """The outermost element of a text. Raises XmlError."""
    try:
        return _Builder(text.split("\n")).read(text)
    except _OtherRowsError:
        return _Builder(None).read(text)


class _OtherRowsError(Exception):
    """Code is not what stands in the rows of the text, because of entities or remarks in it."""


class _Builder:
    """Builds elements out of what expat meets in a text.

    rows: Those of the text, to take code as a whole; None to take it in the pieces of expat, which
    takes ten times as long.
    """

    def __init__(self, rows: list[str] | None) -> None:
        self._rows = rows
        self._parser = parser = expat.ParserCreate("utf-8")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text if rows is None else self._whole_text
        parser.StartDoctypeDeclHandler = self._refuse
        parser.EntityDeclHandler = self._refuse
        self._open = list[Element]()
        self._root: Element | None = None
        self._count = 0

    def read(self, text: str) -> Element:
        data = text.encode("utf-8", errors="replace")
        if self._rows is not None:
            self._parser.buffer_text, self._parser.buffer_size = True, len(data) + 1
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as fault:
            why = expat.errors.messages.get(fault.code, "not understood")
            raise XmlError(f"the file is no XML of VAL3: {why}", fault.lineno) from fault
        assert self._root is not None  # expat refuses a text without an element
        return self._root

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        line = self._parser.CurrentLineNumber
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise XmlError(f"the file has more than {MOST_ELEMENTS} elements", line)
        if len(self._open) >= MOST_DEPTH or len(attributes) > MOST_ATTRIBUTES:
            raise XmlError("its elements are nested deeper than those of VAL3", line)
        element = Element(name.rpartition(":")[2], line, attributes)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)

    def _end(self, name: str) -> None:
        self._open.pop()

    def _whole_text(self, text: str) -> None:
        """All text up to a tag: code is that of the rows above the tag."""
        if not self._open or self._open[-1].name != CODE:
            return
        parts, last = text.split("\n"), self._parser.CurrentLineNumber
        first = last - len(parts) + 1
        rows = (self._rows or [])[max(first, 1) - 1 : last]
        is_whole = len(rows) == len(parts) and not self._open[-1].lines
        is_like = is_whole and parts[0] in rows[0] and all(map(str.startswith, rows[1:], parts[1:]))
        if not is_like or max(map(len, parts)) > LONGEST_LINE:
            raise _OtherRowsError
        columns = [rows[0].rfind(parts[0]) + 1, *[1] * (len(parts) - 1)]
        numbers = range(first, last + 1)
        self._open[-1].lines = list(zip(numbers, columns, parts, strict=True))

    def _text(self, text: str) -> None:
        """Text, which expat gives in pieces: a line end is a piece of its own."""
        if not self._open or self._open[-1].name != CODE:
            return
        lines, at = self._open[-1].lines, self._parser.CurrentLineNumber
        column = self._parser.CurrentColumnNumber + 1
        for number, part in enumerate(text.split("\n"), start=at):
            if lines and lines[-1][0] == number:
                before = lines[-1]
                if len(before[2]) > LONGEST_LINE:
                    told = f"a line has at most {LONGEST_LINE} characters"
                    raise XmlError(told, number)
                lines[-1] = (number, before[1], before[2] + part)
            else:
                lines.append((number, column if number == at else 1, part))

    def _refuse(self, *given: object) -> None:
        line = self._parser.CurrentLineNumber
        raise XmlError("the file declares a document type or entities: VAL3 has none", line)
