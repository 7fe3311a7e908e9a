"""The colours of the program text, from the lexer that the parser uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtGui import QColor, QFont, QTextBlock, QTextCharFormat, QTextDocument, QTextLayout

from app.desktop.editor.typing.maker_remarks import maker_of
from app.desktop.looks.theme import Theme
from app.desktop.state.text_places import block_column
from language.editing.highlight import Highlight, tokens_of
from language.programs.as_dialect import is_headed_as

Colours = Callable[[str], Sequence[Highlight]]
AT_ONCE = 50  # lines that are coloured with an edit; the others when they come in sight


class Highlighter:
    """Colours a line when it comes in sight: a long text costs only its visible lines.

    A coloured line holds a number that stands for its text, its last edit and the theme. The edit
    counts because Qt gives a line, when the next one is joined to it, the number of that one.
    """

    def __init__(
        self, document: QTextDocument, theme: Theme, colours: Colours | None = None
    ) -> None:
        """colours: The coloured parts of a line; those of our language if absent."""
        self._document = document
        self._colours = colours
        self._of_as = _has_words_of_as(document) if colours is None else False
        self._formats = formats(theme)
        self._theme_name = theme.name
        self._changed = (0, 0)
        self._is_colouring = False
        document.contentsChange.connect(self._note)
        document.contentsChanged.connect(self._colour_edited)

    def _note(self, place: int, _: int, added: int) -> None:
        if not self._is_colouring:
            self._changed = place, added

    def _colour_edited(self) -> None:
        """Colours the edited lines before they are drawn."""
        if self._is_colouring:
            return
        place, added = self._changed
        first = self._document.findBlock(place).blockNumber() + 1
        last = self._document.findBlock(place + added).blockNumber() + 1
        self.colour(first, min(last, first + AT_ONCE))

    def set_theme(self, theme: Theme) -> None:
        """Sets the colours for the lines that come in sight from now on."""
        self._formats, self._theme_name = formats(theme), theme.name

    def colour(self, first: int, last: int) -> None:
        """Colours the lines from `first` to `last`, counted from 1, that have no colours yet."""
        # For colours Qt would draw the whole text once more. The lines are drawn anyway: they were
        # edited, or are being drawn.
        if self._colours is None:
            self._of_as = _has_words_of_as(self._document)
        layout = self._document.documentLayout()
        was_blocked, self._is_colouring = layout.blockSignals(True), True
        block = self._document.findBlockByNumber(first - 1)
        while block.isValid() and block.blockNumber() < last:
            self._colour_line(block)
            block = block.next()
        layout.blockSignals(was_blocked)
        self._is_colouring = False

    def _colour_line(self, block: QTextBlock) -> None:
        text = block.text()
        state = hash((text, block.revision(), self._theme_name, self._of_as)) & 0x7FFFFFFF
        if block.userState() != state:
            block.setUserState(state)
            block.layout().setFormats(self.ranges(text))
            self._document.markContentsDirty(block.position(), block.length())

    def ranges(self, text: str) -> list[QTextLayout.FormatRange]:
        """The coloured parts of a line."""
        plain = text.isascii()
        found = []
        colours = self._colours
        for piece in colours(text) if colours else tokens_of(text, self._of_as):
            look = self._formats.get(piece.kind)
            if look is None:
                continue
            start, end = piece.column - 1, piece.end - 1
            if not plain:
                start, end = block_column(text, piece.column), block_column(text, piece.end)
            stretch = QTextLayout.FormatRange()
            stretch.start, stretch.length, stretch.format = start, end - start, look
            found.append(stretch)
        return found


def _has_words_of_as(document: QTextDocument) -> bool:
    """Whether the header of a program of ours says that it has words of AS."""

    def lines() -> Iterator[str]:
        block = document.begin()
        while block.isValid():
            yield block.text()
            block = block.next()

    return is_headed_as(lines())


def colours_of(path: Path | None) -> Colours | None:
    """The coloured parts of a line of a robot maker's program; None for a program of ours."""
    maker = maker_of(path)
    if maker is None:
        return None
    from language.editing.makers.foreign_colours import foreign_tokens

    return partial(foreign_tokens, remark=maker.remark, words=maker.words)


def formats(theme: Theme) -> dict[str, QTextCharFormat]:
    """The format of each kind of token; kinds without an entry look like plain text."""
    colours = {
        "step": theme.step,
        "keyword": theme.command,
        "location": theme.location,
        "part": theme.location,
        "number": theme.number,
        "comment": theme.comment,
        "header": theme.comment,
        "operator": theme.muted,
    }
    made = {}
    for kind, colour in colours.items():
        look = QTextCharFormat()
        look.setForeground(QColor(colour))
        look.setFontItalic(kind in ("comment", "header"))
        if kind == "keyword":
            look.setFontWeight(QFont.Weight.DemiBold)
        made[kind] = look
    return made
