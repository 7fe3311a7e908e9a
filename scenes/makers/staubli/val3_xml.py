"""XML of VAL3 files, read with bounds: elements with their attributes, texts and lines.

A file that declares a document type or an entity is refused: applications of VAL3 have none, and
entities can make a small file large or name other files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

from language.rows.kept_rows import rows_of

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

    line: Where its tag begins, from 1. rows: Of an element of code, the rows in it, with blanks in
    place of what stands in front of the code. first_row: The number of the first one.
    """

    name: str
    line: int
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    rows: tuple[str, ...] = ()
    first_row: int = 0

    def named(self, name: str) -> Iterator[Element]:
        """The children with a name."""
        return (child for child in self.children if child.name == name)

    def first(self, name: str) -> Element | None:
        """The first child with a name."""
        return next(self.named(name), None)


def xml_of(text: str) -> Element:
    """The outermost element of a text. Raises XmlError."""
    try:
        return _Builder(rows_of(text)).read(text)
    except _OtherRowsError:
        return _Builder(None).read(text)


class _OtherRowsError(Exception):
    """Code is not what stands in the rows of the text, because of entities or remarks in it."""


class _Builder:
    """Builds elements out of what expat meets in a text.

    rows: Those of the text, to take code as a whole; None to take it in the pieces of expat, which
    takes ten times as long.
    """

    def __init__(self, rows: Sequence[str] | None) -> None:
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
        self._pieces = dict[int, list[str]]()  # rows of open elements of code, by identity

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
        element = self._open.pop()
        element.rows = tuple(self._pieces.pop(id(element), element.rows))

    def _whole_text(self, text: str) -> None:
        """All text up to a tag: code is that of the rows above the tag."""
        if not self._open or self._open[-1].name != CODE:
            return
        element, last = self._open[-1], self._parser.CurrentLineNumber
        head, *more = text.split("\n", 1)
        tail = text[text.rfind("\n") + 1 :] if more else ""
        count = text.count("\n")
        first = last - count
        rows = (self._rows or ())[first - 1 : last]
        # The rows themselves are taken, not equal ones: what is known of them holds.
        inside = rows[1:-1]
        again = "\n".join((head, *inside, tail)) if more else head
        is_there = first > 0 and len(rows) == count + 1 and not element.rows
        if not is_there or again != text or head not in rows[0] or not rows[-1].startswith(tail):
            raise _OtherRowsError
        stop = len(rows[0]) if more else self._parser.CurrentColumnNumber
        start = max(rows[0].rfind(head, 0, stop), 0)
        element.first_row = first
        element.rows = (" " * start + head, *inside, *([tail] if more else []))
        if max(map(len, element.rows)) > LONGEST_LINE:
            raise _OtherRowsError

    def _text(self, text: str) -> None:
        """Text, which expat gives in pieces: a line end is a piece of its own."""
        if not self._open or self._open[-1].name != CODE:
            return
        element, number = self._open[-1], self._parser.CurrentLineNumber
        rows = self._pieces.setdefault(id(element), [])
        if not rows:
            element.first_row = number
        rows += [""] * (number - element.first_row - len(rows))
        if len(rows) == number - element.first_row:
            rows.append(" " * self._parser.CurrentColumnNumber)
        head, *more = text.split("\n")
        if len(rows[-1]) > LONGEST_LINE:
            raise XmlError(f"a line has at most {LONGEST_LINE} characters", number)
        rows[-1] += head
        rows += more

    def _refuse(self, *given: object) -> None:
        line = self._parser.CurrentLineNumber
        raise XmlError("the file declares a document type or entities: VAL3 has none", line)
