"""A check reports the warnings of the cell file and the contacts that the cell excepts."""

import json
from pathlib import Path

import pytest

from app.cli import main
from app.reports.cell_report import cell_texts
from scenes.library import load_cell

CELL = """\
cell: 1
robots: {arm: {use: hokkaido1985}}
fixtures:
  table: {at: [900, 900, 0], solid: [{add: {box: [90, 90, 90], name: pad}}]}
parts:
  TWO:
    at: [-900, 900, 0]
    solid: [{add: {box: [9, 9, 9]}}, {add: {box: [9, 9, 9], at: [50, 0, 0]}}]
allow:
  - [arm.G2, table]
  - {pair: [TWO, table.pad], while: gripped}
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "x.cell.yaml"
    path.write_text(CELL)
    return path


def test_each_warning_and_all_exceptions_have_a_line(path: Path) -> None:
    warning, excepted = cell_texts(load_cell(path))
    assert warning.startswith(f"{path}:8:5: parts.TWO.solid: warning: this part is in 2 pieces")
    assert excepted == (
        "excepted: arm.G2 and table, TWO and table.pad while gripped, "
        "5 pairs of the arm that touch by construction"
    )


def test_check_prints_them_and_gives_them_as_json(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(path), "figure5"]) == 0
    assert "excepted: arm.G2 and table" in capsys.readouterr().out
    assert main(["check", str(path), "figure5", "--format", "json"]) == 0
    (program,) = json.loads(capsys.readouterr().out)["programs"]
    assert program["excepted_while"] == [{"bodies": ["TWO", "table.pad"], "while": "gripped"}]
    assert [(note["severity"], note["line"]) for note in program["cell"]] == [("warning", 8)]
    assert ["arm.G2", "table"] in program["excepted"]
