"""`cellwright study`: what it prints, writes, refuses, and how it goes on."""

import json

import numpy as np
import pytest

from app.cli import FINE, UNUSABLE, main

CELL = "cell: 1\nrobots: {arm: {use: abb_irb120}}\n"
STUDY = "study: 1\ntitle: reach of a bench\ncell: one.cell.yaml\nreach: {step: 150}\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a cell and a study of it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.cell.yaml").write_text(CELL)
    (tmp_path / "one.study.yaml").write_text(STUDY)
    return tmp_path


def test_a_study_is_answered_once_and_then_read(folder, capsys) -> None:
    assert main(["study", "one.study.yaml", "--workers", "1"]) == FINE
    told = capsys.readouterr()
    assert "ABB IRB 120" in told.out and "poses reached" in told.out
    results = folder / "one.results"
    names = {path.name for path in results.iterdir()}
    assert names == {
        "study.json", "chunks", "index.csv",
        "result.html", "result.json", "result.npz", "result.csv",
    }  # fmt: skip
    rows = np.load(results / "result.npz")["solutions"]
    text = (results / "result.csv").read_text().splitlines()
    assert text[0] == "x_mm,y_mm,z_mm,turn,solutions" and len(text) == len(rows) + 1
    assert [int(line.split(",")[-1]) for line in text[1:]] == rows.tolist()
    page = (results / "result.html").read_text()
    assert (
        "<svg" in page
        and "reach of a bench" in page
        and "http:" not in page.replace("http://www.w3.org", "")
    )
    before = (results / "index.csv").read_bytes()
    assert main(["study", "one.study.yaml", "--json", "--workers", "1"]) == FINE
    told = capsys.readouterr()
    assert "1 of 1 chunks are there already" in told.err
    figures = {each["name"]: each["value"] for each in json.loads(told.out)["figures"]}
    assert figures["poses"] == len(rows) and figures["poses reached"] == int((rows > 0).sum())
    assert (results / "index.csv").read_bytes() == before


def test_a_changed_cell_is_another_study(folder, capsys) -> None:
    assert main(["study", "one.study.yaml", "--workers", "1"]) == FINE
    (folder / "one.cell.yaml").write_text(CELL.replace("abb_irb120", "ur3e"))
    assert main(["study", "one.study.yaml", "--workers", "1"]) == UNUSABLE
    told = capsys.readouterr().err
    assert "changed since" in told and "-o FOLDER, --force" in told
    assert main(["study", "one.study.yaml", "--workers", "1", "--force"]) == FINE
    assert "UR3e" in capsys.readouterr().out


def test_a_study_without_end_is_refused_with_its_size_and_time(folder, capsys) -> None:
    (folder / "one.study.yaml").write_text(STUDY.replace("150", "0.05"))
    assert main(["study", "one.study.yaml"]) == UNUSABLE
    told = capsys.readouterr().err
    assert "too large" in told and "poses" in told and "days" in told and "cores" in told
    assert not (folder / "one.results").exists()


def test_an_estimate_computes_nothing(folder, capsys) -> None:
    assert main(["study", "one.study.yaml", "--estimate"]) == FINE
    assert "poses in 1 chunk\n" in capsys.readouterr().out
    assert not (folder / "one.results").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["study", "none.study.yaml"], "none.study.yaml"),
        (["study", "one.study.yaml", "--workers", "0"], "no number of workers"),
        (["study", "one.study.yaml", "--workers", "2", "--scheduler", "tcp://a:1"], "not allowed"),
        (["study", "one.cell.yaml"], "this is a cell file, not a study file"),
    ],
)
def test_what_cannot_be_is_said(folder, capsys, words, message) -> None:
    assert main(words) == UNUSABLE
    assert message in capsys.readouterr().err
