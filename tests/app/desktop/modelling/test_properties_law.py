"""Laws of the panel Properties over random acts in every shipped cell.

It shows what a freshly made panel shows; undo gives the same text; the text read anew gives an
equal cell.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import shiboken6
from panel_acts import edit_anything
from PySide6.QtCore import QCoreApplication, QEvent

from app.desktop.looks.notice import BODY, FRAME, ROBOT, Selection
from app.desktop.modelling.edits.removing import remove_body
from app.desktop.modelling.edits.solid_edits import NEW_SHAPES
from app.desktop.modelling.properties_panel import PropertiesPanel
from app.desktop.modelling.sections.several_section import SeveralSection
from app.desktop.modelling.solid_editor import SolidEditor
from scenes import SceneError
from scenes.files.cells.unchanged_parts import content_of
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document, read_document
from scenes.library import cell_names, cell_path
from tests.depth import cases, share

pytestmark = pytest.mark.window

ACTS = 30
EDITS = 15


def open_copy(document, name: str, folder: Path) -> None:
    """Shows a copy of a shipped cell, beside copies of the robots that stand beside the cells."""
    path = folder / f"{name}.cell.yaml"
    for shipped in (cell_path(name), *cell_path(name).parent.glob("*.robot.yaml")):
        (folder / shipped.name).write_bytes(shipped.read_bytes())
    file = read_document(path, "cell file")
    document.cell_commands.clear()
    document.show_cell(cell_from_document(file), file)


def things(document) -> list[tuple[str, str]]:
    """Everything that can be selected."""
    cell = document.cell
    bodies = [f"{cell.robot.name}.{cell.robot.body_names[0]}", *(b.name for b in cell.fixtures)]
    bodies += [part.name for part in cell.parts]
    frames = [(FRAME, name) for name in cell.frames]
    return [*((BODY, name) for name in bodies), *frames, (ROBOT, cell.robot.name)]


def change_steps(panel: PropertiesPanel, rng: random.Random) -> None:
    editor = panel._solid
    if editor is None:
        return
    kind = rng.choice([kind for kind in NEW_SHAPES if kind != "half_space"])
    acts = [
        lambda: editor.add_shape("add", kind, NEW_SHAPES[kind]),
        editor._remove,
        lambda: editor._move(-1),
        lambda: editor.choose(rng.choice([item.data(0, 256) for item in editor._items()])),
    ]
    rng.choice(acts)()


def remove_selected(document) -> None:
    with suppress(SceneError):
        remove_body(document, document.selection.name)


def acts_on(document, panel, folder: Path, rng: random.Random) -> list[Callable[[], object]]:
    """What may happen next."""

    def select_several() -> None:
        first, *others = rng.sample(things(document), 3)
        document.selection = Selection(*first, tuple(others))
        document.selectionChanged.emit()

    def move_several() -> None:
        several = panel.section(SeveralSection)
        if several is not None:
            several.numbers[rng.randrange(3)].setValue(12.5)
            several.move_all()

    edits = [lambda: edit_anything(panel, rng)] * 6
    return [
        *edits,
        *[lambda: document.select(*rng.choice(things(document)))] * 4,
        *[document.cell_commands.undo] * 2,
        *[document.cell_commands.redo] * 2,
        lambda: change_steps(panel, rng),
        lambda: document.select("", ""),
        select_several,
        move_several,
        lambda: panel.add_body(rng.choice(["fixtures", "parts"]), "box"),
        panel.add_frame,
        lambda: remove_selected(document),
        lambda: open_copy(document, rng.choice(cell_names()), folder),
    ]


def fresh_texts(document, panel: PropertiesPanel) -> list[str]:
    """What a panel that is made now shows, with the same step of a solid chosen."""
    new = PropertiesPanel(document)
    editor: SolidEditor | None = panel._solid
    if editor is not None and new._solid is not None:
        new._solid.choose(editor._chosen())
    texts = new.texts()
    shiboken6.delete(new)
    return texts


@pytest.fixture
def panel(qtbot, document, tmp_path) -> Iterator[PropertiesPanel]:
    open_copy(document, "kakazu1985", tmp_path)
    made = PropertiesPanel(document)
    qtbot.addWidget(made)
    yield made


@pytest.mark.parametrize("seed", range(cases(2, 1)))
@pytest.mark.parametrize("name", share(cell_names(), 2))
def test_the_panel_shows_what_a_fresh_panel_shows(document, panel, tmp_path, name, seed) -> None:
    rng = random.Random(f"{name} {seed}")
    open_copy(document, name, tmp_path)
    for i in range(ACTS):
        act = rng.choice(acts_on(document, panel, tmp_path, rng))
        act()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert panel.texts() == fresh_texts(document, panel), f"act {i}: {act}"


@pytest.mark.parametrize("name", share(cell_names(), 1))
def test_undo_gives_the_same_text_and_the_text_an_equal_cell(
    document, panel, tmp_path, name
) -> None:
    rng = random.Random(name)
    open_copy(document, name, tmp_path)
    texts = [document.cell_file.text]
    remarks = remarks_in(texts[0])
    for _ in range(EDITS):
        document.select(*rng.choice(things(document)))
        edit_anything(panel, rng)
        while len(texts) <= document.cell_commands.index():
            texts.append(document.cell_file.text)
        file = parse_document(document.cell_file.path, document.cell_file.text, "cell file")
        assert content_of(cell_from_document(file)) == content_of(document.cell)
        assert remarks_in(document.cell_file.text) == remarks
    count = document.cell_commands.count()
    assert count > EDITS // 3, "most random edits make a cell"
    for i in reversed(range(count)):
        document.cell_commands.undo()
        assert document.cell_file.text == texts[i]
    for i in range(count):
        document.cell_commands.redo()
        assert document.cell_file.text == texts[i + 1]


def remarks_in(text: str) -> list[str]:
    """The comments of a file."""
    return [line.partition("# ")[2] for line in text.splitlines() if "# " in line]
