"""Editors of program text on the screen, without the window around them."""

from collections.abc import Callable

import pytest


@pytest.fixture
def shown_panel(qtbot, document, source_of) -> Callable:
    """shown_panel(text, width, height): the panel of programs with one program in it."""
    from app.desktop.editor.program_dock import EditorPanel
    from app.desktop.looks.theme import DARK

    def make(text: str, width: int = 700, height: int = 500) -> EditorPanel:
        source_of(text)
        return shown(qtbot, EditorPanel(document, DARK, 11), width, height)

    return make


@pytest.fixture
def shown_editor(qtbot, source_of) -> Callable:
    """shown_editor(text, width, height): the editor of one program."""
    from app.desktop.editor.code_editor import CodeEditor
    from app.desktop.looks.theme import DARK

    def make(text: str, width: int = 500, height: int = 400) -> CodeEditor:
        return shown(qtbot, CodeEditor(source_of(text), DARK, 11), width, height)

    return make


def shown(qtbot, made, width: int, height: int):
    """The widget, shown in a size."""
    qtbot.addWidget(made)
    made.resize(width, height)
    with qtbot.waitExposed(made):
        made.show()
    return made
