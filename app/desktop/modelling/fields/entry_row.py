"""Rows of a form: a title, the field of one entry, and the sentence about its fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from app.desktop.looks.tips import wrapped
from app.desktop.modelling.fields.entry import Entry, Keys
from app.desktop.modelling.fields.entry_number import EntryNumber
from app.desktop.modelling.fields.fault_mark import FaultMark, Sentence

Way = tuple[str | int, ...]
Take = Callable[[Way, Any, str], str]
"""Takes a value for an entry, whose name in Undo is the last argument; gives the sentence about
its fault, or nothing."""

WIDEST_TITLE = "Moves with "
HINT = "A number, a sum such as 450/2, or another unit: Enter takes it, Esc brings the old one back"
IN_A_LINE = 3  # numbers of a vector side by side in a wide panel
# Letters of the longest title of a number that may stand beside two others.
PART_LETTERS = 5
# Letters of the longest title of a number that leaves it room beside the title of the row.
SHORT_PART_LETTERS = 9
WIDEST_PART = 150  # px; a longer title of a number is cut in its middle


class EntryRow(QWidget):
    """The part of all rows: its grid, its fields with their marks, and how a value is taken."""

    def __init__(self, entry: Entry, take: Take) -> None:
        super().__init__()
        self.entry, self._take = entry, take
        self.fields: list[QWidget] = []
        self.marks: list[FaultMark] = []
        self.title, self.sentence = title_label(entry.title), Sentence()
        self.title.setToolTip(wrapped(entry.tip))
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(5)
        self.grid.setVerticalSpacing(3)

    @property
    def keys(self) -> Keys:
        """The keys from the owner of the form to the value."""
        return self.entry.keys

    def add_field(self, field: QWidget, name: str) -> FaultMark:
        """Names a field for readers of the screen, and gives it a mark for its faults."""
        field.setAccessibleName(name)
        field.setToolTip(wrapped(self.entry.tip))
        field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.fields.append(field)
        self.marks.append(FaultMark(field, self.sentence))
        return self.marks[-1]

    def lay_out(self, field: QWidget) -> None:
        """Puts the only field of the row behind its title."""
        self.grid.addWidget(self.title, 0, 0)
        self.grid.addWidget(field, 0, 1)
        self.grid.addWidget(self.sentence, 1, 0, 1, 2)
        self.grid.setColumnStretch(1, 1)

    def show_value(self, value: Any) -> None:
        """Shows the value of the file; None where the file leaves the key out."""
        raise NotImplementedError

    def set_wide(self, is_wide: bool) -> None:
        """Lays the row out for a wide or a narrow panel."""

    def retry(self) -> None:
        """Asks once more for what was refused: another entry may have changed."""

    @property
    def faults(self) -> list[str]:
        """The shown sentences."""
        return [mark.text for mark in self.marks if mark.text]

    def texts(self) -> list[str]:
        """All that the row shows, for comparison."""
        return [self.entry.title, *self.faults]


class NumbersRow(EntryRow):
    """A number, a count, or the numbers of a vector; each number is an entry of its own."""

    def __init__(self, entry: Entry, take: Take, is_whole: bool = False) -> None:
        super().__init__(entry, take)
        self.numbers: list[EntryNumber] = []
        self._value: Any = None
        for i in range(max(len(entry.parts), 1)):
            unit = entry.units[i] if entry.units else entry.unit
            number = EntryNumber(unit, entry.step, is_whole)
            part = f" {entry.parts[i]}" if entry.parts else ""
            mark = self.add_field(number, f"{entry.title}{part}")
            number.setToolTip(wrapped(f"{entry.tip}\n{HINT}".strip()))
            number.asked.connect(partial(self._asked, i))
            number.refused.connect(partial(self._say, i))
            number.restored.connect(partial(mark.show, ""))
            self.numbers.append(number)
        self._part_labels = part_labels(entry.parts)
        # The title stands above long titles of numbers, as the names of joints.
        self._is_title_above = max(map(len, entry.parts), default=0) > SHORT_PART_LETTERS
        self._is_wide: bool | None = None
        self.set_wide(False)

    def set_wide(self, is_wide: bool) -> None:
        is_wide = is_wide and max(map(len, self.entry.parts), default=0) <= PART_LETTERS
        if is_wide == self._is_wide:
            return
        self._is_wide = is_wide
        if not self._part_labels:
            self.lay_out(self.numbers[0])
            return
        first, top = (0, 1) if self._is_title_above else (1, 0)
        self.grid.addWidget(self.title, 0, 0, 1, 3 if self._is_title_above else 1)
        for i, (label, number) in enumerate(zip(self._part_labels, self.numbers, strict=True)):
            line, place = divmod(i, IN_A_LINE) if is_wide else (i, 0)
            self.grid.addWidget(label, top + 2 * line, first + 2 * place)
            self.grid.addWidget(number, top + 2 * line, first + 2 * place + 1)
        for i in range(IN_A_LINE):
            self.grid.setColumnStretch(first + 1 + 2 * i, 1 if is_wide or i == 0 else 0)
        self._place_sentence()

    def _place_sentence(self) -> None:
        """Puts the sentence below the line of the number that it tells of."""
        if not self._part_labels:
            return
        told = self.sentence.text()
        faulty = next((i for i, mark in enumerate(self.marks) if mark.text == told != ""), 0)
        line = faulty // IN_A_LINE if self._is_wide else faulty
        columns = 2 * IN_A_LINE + 1 if self._is_wide else 3  # an empty column would take its gap
        above = 1 if self._is_title_above else 0
        self.grid.addWidget(self.sentence, above + 2 * line + 1, 0, 1, columns - above)

    def _say(self, element: int, sentence: str) -> None:
        self.marks[element].show(sentence)
        self._place_sentence()

    def show_value(self, value: Any) -> None:
        self._value = value
        shown = self.entry.default if value is None else value
        values = shown if self.entry.parts else [shown]
        for number, mark, one in zip(self.numbers, self.marks, values, strict=True):
            number.show_value(float(one))
            if not number.is_faulty:
                mark.show("")

    def retry(self) -> None:
        for i, number in enumerate(self.numbers):
            if number.is_faulty and number.value() != number.kept:
                self._asked(i, number.value())

    def _asked(self, element: int, value: float) -> None:
        number = self.numbers[element]
        plain = int(value) if value.is_integer() else value
        if value == number.kept:
            number.restore()
            return
        sentence = self._take_element(element, plain)
        if sentence and self._take_together(element, plain):
            return
        if sentence:
            number.refuse()
        else:
            number.take()
        self._say(element, sentence)
        if not sentence:
            self.retry()  # X = 0 is refused in a step along X alone, and right with the new Y

    def _take_together(self, element: int, plain: float) -> bool:
        """Takes one number with all that were refused before: each alone may lead nowhere.

        A cutter that is typed to another place may miss the body until X and Z are both typed.
        """
        refused = [i for i, number in enumerate(self.numbers) if number.is_faulty and i != element]
        if not refused or not self.entry.parts:
            return False
        whole = list(self.entry.default if self._value is None else self._value)
        whole[element] = plain
        for i in refused:
            typed = self.numbers[i].value()
            whole[i] = int(typed) if typed.is_integer() else typed
        if self._take(self.keys, whole, self.entry.word(element)):
            return False
        for i in (*refused, element):
            self.numbers[i].take()
            self._say(i, "")
        return True

    def _take_element(self, element: int, plain: float) -> str:
        """Takes one number: a vector in the file keeps the digits of its other numbers."""
        if not self.entry.parts:
            return self._take(self.keys, plain, self.entry.word())
        word = self.entry.word(element)
        if self._value is not None:
            return self._take((*self.keys, element), plain, word)
        whole = list(self.entry.default)
        whole[element] = plain
        return self._take(self.keys, whole, word)

    def texts(self) -> list[str]:
        return [*super().texts(), *(number.text() for number in self.numbers)]


def title_label(text: str) -> QLabel:
    """The title of a row: all titles have one width, so that the fields stand in a column."""
    label = QLabel(text)
    label.setFixedWidth(label.fontMetrics().horizontalAdvance(WIDEST_TITLE))
    label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return label


def part_labels(parts: Sequence[str]) -> list[QLabel]:
    """The titles of the numbers of a vector, all of one width; a tip tells one that is cut."""
    labels = [QLabel(part) for part in parts]
    widest = max((label.sizeHint().width() for label in labels), default=0)
    for label, part in zip(labels, parts, strict=True):
        if label.sizeHint().width() > WIDEST_PART:
            middle = Qt.TextElideMode.ElideMiddle
            label.setText(label.fontMetrics().elidedText(part, middle, WIDEST_PART))
            label.setToolTip(part)
        label.setFixedWidth(min(widest, WIDEST_PART))
    return labels


def shown_texts(rows: Sequence[EntryRow]) -> list[str]:
    """All that rows show."""
    return [text for row in rows for text in row.texts()]
