"""The hints that the editor paints behind the lines of motions."""

import pytest

from app.desktop.editor.program_dock import EditorPanel
from app.desktop.looks.settings import SettingsStore
from app.desktop.looks.theme import DARK
from app.desktop.panels.hints.line_hints import LineHints
from app.desktop.state.files.open_files import FileDesk

pytestmark = pytest.mark.window

KEYS = ("hint_time", "hint_clearance", "hint_margin", "hint_curve")


@pytest.fixture
def hints(qtbot, checked_document, analyst, answers, tmp_path, qapp):
    """Hints in a shown editor on the program of the paper, with the ticks of the menu."""
    from PySide6.QtGui import QAction

    desk = FileDesk(checked_document, SettingsStore(tmp_path / "config"), answers)
    panel = EditorPanel(checked_document, DARK, 11)
    qtbot.addWidget(panel)
    actions = {key: QAction(panel, checkable=True) for key in KEYS}
    made = LineHints(checked_document, analyst, panel, desk, actions)
    made._follow()
    made.panel, made.desk, made.actions = panel, desk, actions
    panel.resize(900, 400)
    with qtbot.waitExposed(panel):
        panel.show()
    return made


def words(hints, document) -> dict[int, str]:
    """The words behind each line that has some."""
    source = document.active
    found = {}
    for line, text in enumerate(source.text.splitlines(), 1):
        hint = hints.hint(source, line, text)
        if hint is not None:
            found[line] = " ".join(word for word, _ in hint.words)
    return found


def test_motions_have_their_time_and_joint_margin_and_other_lines_nothing(
    hints, checked_document
) -> None:
    run = checked_document.run
    found = words(hints, checked_document)
    assert set(found) == {step.line for step in run.moving_steps if step.branch}
    for step in run.moving_steps:
        if step.branch:
            assert found[step.line].startswith(f"{step.duration:.2f} s")
            assert "°" in found[step.line]


def test_hints_are_painted_and_are_no_part_of_the_text(hints, checked_document) -> None:
    text = checked_document.active.text
    editor = hints.panel.current
    shown = editor.viewport().grab().toImage()
    hints.desk.remember(hint_time=False, hint_margin=False)
    assert words(hints, checked_document) == {}
    assert editor.viewport().grab().toImage() != shown
    editor.selectAll()
    assert editor.textCursor().selectedText().replace("\u2029", "\n") == text
    assert not hints.actions["hint_time"].isChecked()


def test_after_an_edit_hints_stay_with_their_lines_and_are_marked_as_old(
    hints, checked_document
) -> None:
    source = checked_document.active
    before = words(hints, checked_document)
    first = min(before)
    source.insert_line(first, "; one more line")
    assert words(hints, checked_document) == {line + 1: text for line, text in before.items()}
    line = first + 1
    text = source.text.splitlines()[line - 1]
    assert hints.hint(source, line, text).is_stale
    assert hints.hint(source, line, text + " ") is None  # this line has changed


def test_only_painted_lines_are_computed_and_each_once(
    hints, checked_document, monkeypatch
) -> None:
    from app.desktop.panels.hints import line_hints

    asked = []
    compute = line_hints.figures_of
    monkeypatch.setattr(line_hints, "figures_of", lambda *a: (asked.append(a), compute(*a))[1])
    hints._known.clear()
    hints.panel.current.viewport().grab()
    hints.panel.current.viewport().grab()
    assert len(asked) == len(words(hints, checked_document))


def test_a_small_curve_comes_when_it_is_asked_for(hints, checked_document) -> None:
    source = checked_document.active
    line = min(words(hints, checked_document))
    text = source.text.splitlines()[line - 1]
    assert hints.hint(source, line, text).spark == ()
    hints.desk.remember(hint_curve="speed")
    assert len(hints.hint(source, line, text).spark) > 10
    assert hints.actions["hint_curve"].isChecked()


def test_the_card_of_a_motion_tells_its_limits_and_its_clearance_when_that_is_known(
    hints, checked_document, monkeypatch
) -> None:
    from scenes.checking.distances.clearance_course import clearance_course

    editor = hints.panel.current
    line = min(words(hints, checked_document))
    asked = []
    ask = checked_document._analyst
    monkeypatch.setattr(
        ask, "ask_clearance", lambda first, then, otherwise: asked.append(then), raising=False
    )
    editor.begin_at(line)
    editor.setTextCursor(editor.textCursor())
    column = len(editor.textCursor().block().text().split()[0]) + 2
    editor.go_to(line, column)
    assert editor.show_help()
    told = editor.help_card.text.toPlainText()
    assert "Limits" in told
    assert "being measured" in told
    course, until = clearance_course(checked_document.run)
    asked[0]((course, until))
    told = editor.help_card.text.toPlainText()
    assert "mm to the nearest body" in told
    assert told.index("Time") < told.index("Clearance") < told.index("What it does")
