"""`cellwright connect`: prints, writes or refuses a way round."""

import json
from pathlib import Path

import pytest

from app.cli import main
from scenes import analyse, load_cell

POST = Path(__file__).parents[1] / "post"
CELL = (POST / "post.cell.yaml").read_text(encoding="utf-8")
PROGRAM = (POST / "post.val").read_text(encoding="utf-8")


@pytest.fixture
def files(tmp_path):
    cell, program = tmp_path / "post.cell.yaml", tmp_path / "through.val"
    cell.write_text(CELL)
    program.write_text(PROGRAM)
    return cell, program


def test_a_way_is_printed_and_the_file_stays(files, capsys):
    cell, program = files
    assert main(["connect", str(cell), str(program), "--line", "4"]) == 0
    printed = capsys.readouterr().out
    assert "line 4: a way round: " in printed and "MOVE #VIA1" in printed
    assert program.read_text() == PROGRAM


def test_a_way_that_is_written_leaves_a_program_without_errors(files, capsys):
    cell, program = files
    assert main(["connect", str(cell), str(program), "--line", "4", "--write"]) == 0
    report = analyse(load_cell(cell), program)
    assert report.ok and report.proof.is_free
    assert program.with_name("through.val~").read_text() == PROGRAM


def test_json_holds_the_text_and_the_same_seed_the_same_way(files, capsys):
    cell, program = files
    texts = []
    for _ in range(2):
        words = ["connect", str(cell), str(program), "--line", "4", "--json", "--seed", "7"]
        assert main(words) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["format"] == "cellwright-connect" and found["found"]
        texts.append(found["text"])
    assert texts[0] == texts[1] != PROGRAM


def test_no_way_ends_in_1_with_a_sentence(files, capsys):
    cell, program = files
    assert main(["connect", str(cell), str(program), "--line", "3"]) == 1
    assert "needs no way round" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--line", "x"], [], ["--line", "4", "--seed", "-1"]])
def test_options_that_cannot_be_read_end_in_2(files, words, capsys):
    assert main(["connect", *map(str, files), *words]) == 2


def test_an_arc_is_refused_with_what_to_do(files, capsys):
    cell, program = files
    program.write_text("C1MOVE TRANS(500, 60, 300)\nC2MOVE TRANS(560, 120, 300)\nEND\n")
    assert main(["connect", str(cell), str(program), "--line", "2"]) == 1
    assert "belongs to an arc" in capsys.readouterr().err
