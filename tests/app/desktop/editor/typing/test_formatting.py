"""A long program is formatted aside, and never over what was typed in the meantime."""

from collections.abc import Iterator

import pytest

from app.desktop.editor.typing.formatting import Formatting
from app.desktop.state.document import Document
from app.desktop.state.program_reading import SHORT
from app.desktop.state.source import Source
from app.programs.text_files import TextFile
from language.editing.layout import format_program

pytestmark = pytest.mark.window
LONG = "".join(f"{i} move   loc1\n" for i in range(1, 1 + SHORT // 10))


@pytest.fixture
def document(qtbot, analyst) -> Iterator[Document]:
    made = Document(analyst)
    yield made
    made.stop_timers()


@pytest.fixture
def source(document) -> Source:
    made = Source(TextFile(LONG), None, "long.val", document)
    document.add_source(made)
    return made


def test_a_long_program_comes_out_as_a_short_one_does_as_one_undo_step(
    qtbot, document, source
) -> None:
    formatting = Formatting(document, document)
    assert len(LONG) > SHORT
    formatting.begin(source)
    assert source.text == LONG  # the window goes on
    qtbot.waitUntil(lambda: source.text == format_program(LONG))
    source.text_document.undo()
    assert source.text == LONG


def test_what_is_typed_meanwhile_stays_and_the_user_is_told(qtbot, document, source) -> None:
    formatting = Formatting(document, document)
    said: list[str] = []
    document.noticed.connect(lambda notice: said.append(notice.text))
    formatting.begin(source)
    source.replace_text("; mine\n" + LONG)
    qtbot.waitUntil(lambda: bool(said))
    assert source.text == "; mine\n" + LONG
    assert "Format it again" in said[0]


def test_a_program_that_was_closed_meanwhile_stays_closed(qtbot, document, source) -> None:
    formatting = Formatting(document, document)
    formatting.begin(source)
    with qtbot.waitSignal(formatting._formatted):
        document.remove_source(source)
    assert source.text == LONG
