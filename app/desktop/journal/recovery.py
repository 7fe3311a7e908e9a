"""Brings the work of a journal back into the window; it writes no file of the user.

Work on an unchanged file becomes one undo step over the content of the file. Where the file was
changed since, both are opened: the file in its tab, the kept work in a tab without a file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from app.desktop.journal.folder import Kept, Left
from app.desktop.journal.pages import CellPage, DeskPage, ProgramPage, ScenarioPage
from app.desktop.modelling.edits.solid_edits import push
from app.desktop.state.chosen_scenario import ChosenScenario
from app.desktop.state.document import Document
from app.desktop.state.files.open_files import FileDesk, as_file_fault
from app.desktop.state.scenarios.scenario_text import ScenarioText
from app.desktop.state.source import Source
from app.programs.text_files import FileError, TextFile, read_text_file, stamp_of
from kinematics import KinematicsError
from scenes import SceneError
from scenes.files.text.documents import BOM, parse_document


@dataclass(frozen=True)
class LeftWork:
    """The newest page of each program and scenario, the pages of cells, and that of the window."""

    programs: tuple[Kept, ...] = ()
    scenarios: tuple[Kept, ...] = ()
    cells: tuple[Kept, ...] = ()
    desk: DeskPage = field(default_factory=DeskPage)

    @property
    def unsaved(self) -> tuple[Kept, ...]:
        """The pages with work that is in no file."""
        return tuple(k for k in (*self.programs, *self.scenarios, *self.cells) if k.page.is_unsaved)


def left_work(left: Left) -> LeftWork:
    """The work of earlier windows worth offering, with the programs in the order of the tabs.

    A window that crashed while it restored work leaves the same program in two journals: the newer
    page counts; so it does of the same text of a file in two windows. Of several cells those with
    unsaved work count, or else the newest.
    """
    by_time = sorted(left.pages, key=lambda kept: kept.time)
    latest = {k.page.key: k for k in by_time if isinstance(k.page, ProgramPage)}
    newest_keys = {_content(kept): key for key, kept in latest.items()}.values()
    newest = {key: latest[key] for key in newest_keys}
    desks = [k.page for k in by_time if isinstance(k.page, DeskPage)]
    order = [key for desk in desks for key in desk.order]
    programs = sorted(newest, key=lambda key: order.index(key) if key in order else len(order))
    cells = [k for k in by_time if isinstance(k.page, CellPage)]
    cells = [k for k in cells if k.page.is_unsaved] or cells[-1:]
    scenarios = {k.page.path: k for k in by_time if isinstance(k.page, ScenarioPage)}
    return LeftWork(
        tuple(newest[key] for key in programs),
        tuple(scenarios.values()),
        tuple(cells),
        desks[-1] if desks else DeskPage(),
    )


def _content(kept: Kept) -> object:
    """What a program is restored from: its file and its text."""
    page = kept.page
    assert isinstance(page, ProgramPage)
    return page.path or page.title, page.text


@dataclass
class Restored:
    """The result of a recovery.

    places: The cursor of each program. remarks: Sentences for the user.
    not_restored: Pages that stay in the journal.
    """

    names: list[str] = field(default_factory=list)
    places: list[tuple[Source, tuple[int, int]]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    not_restored: list[Kept] = field(default_factory=list)


class Recovery:
    """Opens kept programs and the kept cell in a document."""

    def __init__(self, document: Document, desk: FileDesk) -> None:
        self._document, self._desk = document, desk
        self._done = Restored()

    def restore(self, work: LeftWork, with_cell: bool) -> Restored:
        """Opens all kept programs and the kept cell.

        with_cell: Whether even a cell without changes replaces the one shown.
        """
        self._done = Restored()
        for kept in work.scenarios:
            if isinstance(kept.page, ScenarioPage):
                self._bring_scenario(kept.page)
        for kept in work.programs:
            if isinstance(kept.page, ProgramPage):
                self._bring_program(kept.page)
        for kept in work.cells[:-1]:
            self._remark_second_cell(kept)
        for kept in work.cells[-1:]:
            if isinstance(kept.page, CellPage) and (with_cell or kept.page.is_unsaved):
                self._bring_cell(kept, kept.page)
        front = [s for s in self._document.sources if s.key == work.desk.front]
        if front:
            self._document.activate(front[0])
        return self._done

    # Programs.

    def _bring_program(self, page: ProgramPage) -> None:
        if not page.path and not page.is_unsaved:
            return  # a new program into which nothing was typed
        source = self._with_file(page, Path(page.path)) if page.path else self._untitled(page)
        if source is None:
            return
        source.key = page.key
        if page.scenario or page.answers:
            scenario = Path(page.scenario) if page.scenario else None
            source.scenario = ChosenScenario(scenario, page.answers)
        for line, condition in page.marks:
            source.set_breakpoint(line, condition)
        source.set_bookmarks(page.bookmarks)
        self._done.places.append((source, page.place))
        self._done.names.append(source.title)

    def _with_file(self, page: ProgramPage, path: Path) -> Source | None:
        disk, is_there = _read(path), stamp_of(path) is not None
        already = self._desk.program_on(path)
        if page.text is None:
            if disk is None and already is None:
                self._done.remarks.append(f"{page.title} cannot be opened any more.")
                return None
            return already or self._opened(disk, path)
        if not is_there and already is None:
            self._done.remarks.append(f"{page.title} was removed on disk; saving writes it anew.")
            form = TextFile(page.text, page.newline, page.bom)
            return self._added(Source(form, path, path.name, self._document), is_unsaved=True)
        if already is not None and already.text == page.text:
            return already
        is_free = already is None or not already.is_modified
        if disk is not None and is_free and page.text == disk.text:
            return already or self._opened(disk, path)
        if disk is not None and is_free and page.stamp == disk.stamp:
            source = already or self._opened(disk, path)
            source.replace_text(page.text)
            return source
        return self._beside(page, path, disk, already)

    def _beside(
        self, page: ProgramPage, path: Path, disk: TextFile | None, already: Source | None
    ) -> Source:
        """Opens the kept text in a tab without a file, next to the present file."""
        if already is None and disk is not None:
            self._opened(disk, path)
        kept = self._untitled(page, f"{path.stem} kept{path.suffix}")
        self._done.remarks.append(
            f"{page.title} was changed elsewhere since: the kept text is in {kept.title}."
        )
        return kept

    def _untitled(self, page: ProgramPage, title: str = "") -> Source:
        name = self._desk.free_title(title or page.title)
        form = TextFile(page.text or "", page.newline, page.bom)
        return self._added(Source(form, None, name, self._document), is_unsaved=True)

    def _opened(self, disk: TextFile | None, path: Path) -> Source:
        return self._added(Source(disk or TextFile(""), path, path.name, self._document))

    def _added(self, source: Source, is_unsaved: bool = False) -> Source:
        source.text_document.setModified(is_unsaved)
        self._document.add_source(source, in_front=False)
        return source

    def _bring_scenario(self, page: ScenarioPage) -> None:
        """Opens a kept scenario: its changes are one undo step over what is in its file now."""
        path, scenarios = Path(page.path), self._document.scenarios
        text = scenarios.text_of(ChosenScenario(path))
        if text is None:
            form = TextFile(page.text, page.newline, page.bom)
            text = scenarios.add(ScenarioText(form, path, scenarios))
        text.replace_text(page.text)
        text.text_document.setModified(True)
        self._done.names.append(text.title)
        if text.stamp is not None and text.stamp != page.stamp:
            self._done.remarks.append(
                f"{text.title} was changed on disk since: Undo shows what is there, saving "
                "replaces it."
            )

    # The cell.

    def _bring_cell(self, kept: Kept, page: CellPage) -> None:
        document, path = self._document, Path(page.path)
        shown = document.cell_file
        is_shown = shown is not None and shown.path == path
        if not page.is_unsaved:
            if not is_shown and not document.cell_is_modified:
                self._desk.open_cell(path)
            return
        if not self._desk.may_leave_cell():
            self._remark_left(kept, "the cell that is shown has unsaved changes itself")
            return
        try:
            self._show_changed_cell(page, path)
        except (SceneError, KinematicsError, OSError, ValueError) as fault:
            self._remark_left(kept, str(as_file_fault(fault)))
        else:
            self._done.names.append(path.name)

    def _show_changed_cell(self, page: CellPage, path: Path) -> None:
        """Opens the cell with its changes as one undo step; without a file, only the changes."""
        from scenes.files.loader import cell_from_document

        text = page.text or ""
        if page.is_new:
            place = path if not path.exists() else self._desk.free_cell_path()
            file = parse_document(place, text, "cell file")
            self._desk.show_cell(cell_from_document(file), file, is_new=True)
            return
        file = parse_document(path, text, "cell file")
        cell = cell_from_document(file)
        stamp = stamp_of(path)
        self._desk.close()  # a cell still being read would replace this one
        if stamp is not None and self._desk.open_cell(path, waits=False):
            on_disk = self._document.cell_file
            if on_disk is not None and on_disk.text != text.removeprefix(BOM):
                push(self._document, file, "Bring back unsaved changes")
                if stamp != page.stamp:
                    self._done.remarks.append(
                        f"{path.name} was changed on disk since: Undo shows what is there, "
                        "saving replaces it."
                    )
            return
        self._desk.show_cell(cell, file)
        self._document.saved_cell = None
        self._document.cell_commands.resetClean()
        self._done.remarks.append(f"{path.name} cannot be read any more; saving writes it anew.")

    def _remark_second_cell(self, kept: Kept) -> None:
        self._remark_left(kept, "one cell can be open at a time; it is offered at the next start")

    def _remark_left(self, kept: Kept, why: str) -> None:
        name = Path(kept.page.path).name if isinstance(kept.page, CellPage) else kept.name
        self._done.remarks.append(f"The changes of {name} stay in the journal: {why}.")
        self._done.not_restored.append(kept)


def _read(path: Path) -> TextFile | None:
    """The text of a file; None where it is gone or is no text."""
    try:
        return read_text_file(path)
    except FileError:
        return None


def settle(left: Left, not_restored: Iterable[Kept]) -> None:
    """Erases the journals of restored work; pages not restored stay for the next start."""
    staying = {(kept.journal.folder, kept.name) for kept in not_restored}
    folders = {folder for folder, _ in staying}
    for kept in left.pages:
        if kept.journal.folder in folders and (kept.journal.folder, kept.name) not in staying:
            kept.journal.remove(kept.name)
    for journal in left.journals:
        if journal.folder not in folders:
            journal.erase()


def file_state(kept: Kept) -> str:
    """What happened to the file of a page since; "" where it is unchanged or the page has none."""
    page = kept.page
    is_new = isinstance(page, CellPage) and page.is_new
    is_new = is_new or (isinstance(page, ScenarioPage) and page.stamp is None)
    if isinstance(page, DeskPage) or is_new or not page.path or not page.is_unsaved:
        return ""
    now = stamp_of(Path(page.path))
    if now is None:
        return "its file is gone"
    return "" if now == page.stamp else "its file was changed since"
