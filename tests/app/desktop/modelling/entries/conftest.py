"""A document on a copy of a shipped cell, with programs, without a window."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.desktop.state.document import Document
from app.desktop.state.source import Source
from app.programs.text_files import TextFile
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document
from scenes.library import cell_path


@pytest.fixture
def opened(qapp, analyst, tmp_path: Path) -> Callable:
    """opened(cell, *programs): a document; a cell is a shipped name or the text of a file."""
    made = []

    def make(cell: str = "puma_bench", *programs: str, folder: str = "") -> Document:
        text = cell if "\n" in cell else cell_path(cell).read_text(encoding="utf-8")
        path = tmp_path / folder / "copy.cell.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        document = Document(analyst)
        file = parse_document(path, text, "cell file")
        document.show_cell(cell_from_document(file), file)
        for number, program in enumerate(programs):
            source = Source(TextFile(program), None, f"{number}.val", document)
            document.add_source(source)
        made.append(document)
        return document

    yield make
    for document in made:
        document.stop_timers()
