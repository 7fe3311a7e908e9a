"""Makes the pages of everything open in a window: programs, cell, tabs and layout."""

from __future__ import annotations

from app.desktop.journal.pages import CellPage, DeskPage, Page, ProgramPage, ScenarioPage
from app.desktop.state.scenarios.scenario_text import ScenarioText
from app.desktop.state.source import Source
from app.desktop.window_parts import WindowParts
from scenes.files.text.documents import BOM

CELL, DESK = "cell", "desk"


def pages_of(parts: WindowParts) -> dict[str, Page]:
    """Every page under its name in the journal; programs in the order of the tabs."""
    sources = parts.editor.in_order()
    pages: dict[str, Page] = {
        program_name(source.key): program_page(source, parts.editor.place_of(source))
        for source in sources
    }
    changed = (text for text in parts.document.scenarios.all if text.is_modified)
    pages |= {f"scenario-{text.key}": scenario_page(text) for text in changed}
    cell = cell_page(parts)
    if cell is not None:
        pages[CELL] = cell
    front = parts.document.active
    layout = bytes(parts.docks.state().toHex().data()).decode("ascii")
    order = tuple(source.key for source in sources)
    pages[DESK] = DeskPage(order, front.key if front is not None else "", layout)
    return pages


def program_name(key: str) -> str:
    """The name of a program's page in the journal."""
    return f"program-{key}"


def program_page(source: Source, place: tuple[int, int]) -> ProgramPage:
    """The page of a program. place: Line and column of the cursor, from 1."""
    scenario, form = source.scenario, source.form
    conditions = source.conditions()
    return ProgramPage(
        key=source.key,
        title=source.title,
        path=str(source.path or ""),
        text=source.text if source.is_modified or source.path is None else None,
        is_unsaved=source.is_modified,
        newline=form.newline,
        bom=form.bom,
        stamp=source.stamp,
        marks=tuple((line, conditions.get(line, "")) for line in sorted(source.breakpoints())),
        place=place,
        scenario=str(scenario.path or ""),
        answers=scenario.answers,
        bookmarks=tuple(source.bookmarks()),
    )


def scenario_page(text: ScenarioText) -> ScenarioPage:
    """The page of an open scenario."""
    form = text.form
    return ScenarioPage(
        text.key, str(text.path or ""), text.text, form.newline, form.bom, text.stamp
    )


def cell_page(parts: WindowParts) -> CellPage | None:
    """The page of the open cell, with its text where that differs from the file; None without."""
    file = parts.document.cell_file
    if file is None:
        return None
    start = BOM if file.starts_with_bom else ""
    text = start + file.text if parts.document.cell_is_modified else None
    return CellPage(str(file.path), text, parts.desk.cell_stamp, parts.desk.cell_is_new)
