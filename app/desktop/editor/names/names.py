"""What the editor does with names: to the definition, all uses, renaming, outline, back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from app.desktop.editor.code_editor import CodeEditor
from app.desktop.editor.names.links import Links
from app.desktop.editor.names.outline_panel import OutlinePanel
from app.desktop.editor.names.reading import Reading, read_with
from app.desktop.editor.names.rename_field import RenameField
from app.desktop.editor.names.symbol_list import SymbolList
from app.desktop.editor.names.uses_panel import Use, UsesPanel
from app.desktop.editor.names.visits import Visits
from app.desktop.editor.program_dock import EditorPanel
from app.desktop.looks.theme import Theme
from app.desktop.state.document import Document
from app.desktop.state.files.open_files import FileDesk
from app.desktop.state.source import Source
from app.desktop.state.text_places import block_column, code_point_column
from app.programs.files_of_run import found_by_name
from language.editing.names.references import Symbol, span_in
from language.editing.names.shared_names import Found
from language.editing.names.signal_places import SIGNAL
from language.expressions.trees import BODY, JOINTS, PART, PROGRAM
from language.words.diagnostics import Fix, text_lines

OF_THE_CELL = (PART, BODY)  # kinds of names that the cell file gives
WAIT_MS = 300  # after a change, before the uses are listed anew
SPOKEN = {JOINTS: "precision point"}


class Names(QObject):
    """Owns the panels of names and the trail of the cursor."""

    usesShown = Signal()  # the list of uses has another name

    def __init__(
        self, window: QWidget, document: Document, editor: EditorPanel, desk: FileDesk, theme: Theme
    ) -> None:
        super().__init__(window)
        self._window, self._document, self._editor, self._desk = window, document, editor, desk
        self._theme = theme
        self.visits = Visits(document, editor)
        self.uses = UsesPanel(theme)
        self.outline = OutlinePanel(document, editor, theme)
        self.rename_field: RenameField | None = None
        self._asked: tuple[CodeEditor, QTextCursor] | None = None  # whose uses are listed
        self._timer = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._timer.timeout.connect(self._ask_again)
        document.textChanged.connect(self._timer.start)
        self.uses.chosen.connect(self._show_use)
        self.outline.chosen.connect(lambda item: self._jump(None, item.line, 1))
        editor.editorAdded.connect(self._watch)
        for each in editor.editors():
            self._watch(each)

    def set_theme(self, theme: Theme) -> None:
        """Draws the panels in the colours of a theme."""
        self._theme = theme
        self.uses.set_theme(theme)
        self.outline.set_theme(theme)

    # Going.

    def go_to_definition(self) -> None:
        """Goes where the name at the cursor gets its value; from there lists its uses."""
        editor = self._editor.current
        if editor is not None:
            self._follow(editor, editor.line, editor.column)

    def _follow(self, editor: CodeEditor, line: int, column: int) -> None:
        reading = read_with(self._document, editor.source)
        symbol = reading.symbol(line, column)
        if symbol is None:
            self._document.notify("No name stands here: put the cursor on one.")
            return
        found = reading.definition(line, column)
        if found is None:
            self._document.notify(_nowhere(symbol), "warning")
        elif found.file == reading.own and _covers(found, line, column):
            self.show_uses(editor, line, column)
        else:
            self._go(reading, found)

    def find_uses(self) -> None:
        """Lists all places of the name at the cursor."""
        editor = self._editor.current
        if editor is not None:
            self.show_uses(editor, editor.line, editor.column)

    def show_uses(self, editor: CodeEditor, line: int, column: int) -> None:
        """Lists all places of the name at a place, and shows the list."""
        if self._list_uses(editor, line, column):
            self.usesShown.emit()

    def _list_uses(self, editor: CodeEditor, line: int, column: int) -> bool:
        reading = read_with(self._document, editor.source)
        symbol = reading.symbol(line, column)
        if symbol is None:
            self._document.notify("No name stands here: put the cursor on one.")
            return False
        found = reading.uses(line, column)
        uses = [self._use(reading, each) for each in found]
        spoken = _spoken(symbol)
        self.uses.show_uses(f"{spoken[:1].upper()}{spoken[1:]}: {_counted(found)}", uses)
        block = editor.document().findBlockByNumber(line - 1)
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + block_column(block.text(), column))
        self._asked = (editor, cursor)
        return True

    def _ask_again(self) -> None:
        """Lists the places of the same name in the changed text."""
        if self._asked is None or not self.uses.isVisible():
            return
        editor, cursor = self._asked
        if editor in self._editor.editors():
            column = code_point_column(cursor.block().text(), cursor.positionInBlock())
            line = cursor.blockNumber() + 1
            if span_in(cursor.block().text(), column) is not None:
                self._list_uses(editor, line, column)

    def _use(self, reading: Reading, found: Found) -> Use:
        key, (line, column, _, defines) = found
        file, source = reading.files[key], reading.sources.get(key)
        cursor = None
        if source is not None:
            block = source.text_document.findBlockByNumber(line - 1)
            cursor = QTextCursor(block)
        text = text_lines(file.text)[line - 1]
        path = "" if file.path is None else str(file.path)
        return Use(path or key, file.name, line, column, text, defines, cursor)

    def _show_use(self, use: Use) -> None:
        line, column = use.now
        source = self._source(use.key)
        if source is None:
            self._document.notify(f"{use.title} is not open and cannot be found.", "warning")
        else:
            self._jump(source, line, column)

    def _go(self, reading: Reading, found: Found) -> None:
        path = reading.path(found.file)
        source = self._source(str(path) if path is not None else found.file)
        if source is not None:
            self._jump(source, found.place.line, found.place.column)

    def _source(self, key: str) -> Source | None:
        """The open program with a key or a path; a file that is not open is opened."""
        known = (s for s in self._document.sources if s.key == key or str(s.path) == key)
        source = next(known, None)
        if source is not None or not Path(key).is_absolute():
            return source
        return self._desk.program_on(Path(key)) or self._desk.open_called(Path(key))

    def _jump(self, source: Source | None, line: int, column: int) -> None:
        """Goes to a place, and keeps the place before for the way back."""
        self.visits.note()
        if source is not None:
            self._editor.show_source(source)
        self._editor.go_to(line, column)
        self.visits.note()

    def go(self, by: int) -> None:
        """Goes back (-1) or forward (1) among the places of the cursor."""
        if not self.visits.go(by):
            words = "before" if by < 0 else "after"
            self._document.notify(f"The cursor was at no other place {words} this one.")

    def pick_symbol(self) -> None:
        """Opens the list of the names of the program in front, in which letters choose."""
        editor = self._editor.current
        if editor is not None and not editor.source.is_foreign:
            go = partial(self._jump, None)
            SymbolList(self._window, editor.source.text, self._theme, go).open_above(self._window)

    # Renaming.

    def rename(self) -> None:
        """Opens a field over the name at the cursor, in which the new name is typed."""
        editor = self._editor.current
        if editor is None:
            return
        line, column = editor.line, editor.column
        reading = read_with(self._document, editor.source)
        symbol = reading.symbol(line, column)
        if symbol is None:
            self._document.notify("No name stands here: put the cursor on one to rename it.")
        elif symbol.kind in OF_THE_CELL:
            text = f"{symbol.name} belongs to the cell: rename it there, and programs follow."
            self._document.notify(text)
        else:
            own = (u.place for u in reading.uses(line, column) if u.file == reading.own)
            place = next(p for p in own if p.line == line and p.column <= column <= p.end)
            block = editor.document().findBlockByNumber(line - 1)
            span = [block.position() + block_column(block.text(), c) for c in place[1:3]]
            preview = partial(_preview, reading, line, column)
            field = RenameField(editor, (span[0], span[1]), preview, self._theme)
            field.accepted.connect(partial(self._rename, editor.source, line, column))
            self.rename_field = field
            field.destroyed.connect(self._forget_field)

    def _forget_field(self) -> None:
        self.rename_field = None

    def _rename(self, source: Source, line: int, column: int, new: str) -> None:
        """Renames in all files of the run, as one undo step; all or nothing."""
        reading = read_with(self._document, source)
        fixes = reading.renamed(line, column, new)
        if isinstance(fixes, str):
            self._document.notify(f"Not renamed: {fixes}.", "warning")
            return
        changed: list[tuple[Source, Fix]] = []
        for key, fix in fixes.items():
            target = self._source(key)
            if target is None:
                return  # the reason was told when the file could not be opened
            changed.append((target, fix))
        title = next(iter(fixes.values())).title
        with self._document.history.together(title[:1].upper() + title[1:]):
            for target, fix in changed:
                target.apply(fix.edits)
        self._document.check_syntax()
        count = sum(len(fix.edits) for fix in fixes.values())
        others = [target.title for target, _ in changed if target is not source]
        also = f", also in {', '.join(others)}" if others else ""
        self._document.notify(f"Renamed in {count} place{'s' * (count != 1)}{also}.")

    # Links.

    def _watch(self, editor: CodeEditor) -> None:
        links = Links(editor, _name_at)
        links.followed.connect(partial(self._follow, editor))


def _name_at(editor: CodeEditor, line: int, column: int) -> tuple[int, int] | None:
    """The columns of the name at a place of an editor; None where no name stands."""
    return span_in(editor.document().findBlockByNumber(line - 1).text(), column)


def _covers(found: Found, line: int, column: int) -> bool:
    place = found.place
    return place.line == line and place.column <= column <= place.end


def _spoken(symbol: Symbol) -> str:
    """The words for a name: location LOC1."""
    return f"{SPOKEN.get(symbol.kind, symbol.kind)} {symbol.name}"


def _nowhere(symbol: Symbol) -> str:
    if symbol.kind in OF_THE_CELL:
        return f"{symbol.name} belongs to the cell: the tree shows it."
    if symbol.kind == SIGNAL:
        return f"Signal {symbol.name} is set by no program: it comes from outside."
    spoken = _spoken(symbol)
    return f"{spoken[:1].upper()}{spoken[1:]} is defined in no program of this run."


def _counted(found: Sequence[Found]) -> str:
    files = len({each.file for each in found})
    places = f"{len(found)} place{'s' * (len(found) != 1)}"
    return f"{places} in {files} files" if files > 1 else places


def _preview(reading: Reading, line: int, column: int, new: str) -> tuple[str, bool]:
    """What renaming would change, and whether it can be done."""
    fixes = reading.renamed(line, column, new)
    if isinstance(fixes, str):
        return fixes, False
    total = sum(len(fix.edits) for fix in fixes.values())
    names = {key: reading.files[key].name for key in fixes}
    words = f"{total} place{'s' * (total != 1)}"
    if len(fixes) > 1:
        each = ", ".join(f"{names[key]} {len(fix.edits)}" for key, fix in fixes.items())
        words = f"{words} in {len(fixes)} files: {each}"
    symbol = reading.symbol(line, column)
    if symbol is not None and symbol.kind == PROGRAM:
        file = found_by_name(reading.files, symbol.name)
        words += f". {file} is found by its name: rename that file too" if file else ""
    return f"{words}. Enter renames, Esc leaves it.", True
