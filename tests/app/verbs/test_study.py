"""`cellwright study`: what it prints, writes, refuses, and how it goes on."""

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from app.cli import FINE, UNUSABLE, main
from scenes.exporters import registry

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


HEAD = """study: 1
title: t
cell: one.cell.yaml
"""


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("reach: {box: {from: [9, 0, 0], to: [1, 1, 1]}, step: 5}", r":4:14: .*the box is empty"),
        ("reach: {step: 50, directions: 0}", r":4:31: .*at least 1, not 0"),
        ("reach: {step: .nan}", r":4:15: .*finite number"),
        ("reach: {step: 1.0e-6}", r":4:8: .*step of 1e-06 mm gives [\d,]+ places"),
        ("reach: {step: 0.02, directions: 60}", r"[\d,]{18,} poses in .* chunks: about .* days"),
        ("reach: {stpe: 50}", r":4:9: .*unknown key \"stpe\"; did you mean \"step\""),
        ("reech: {step: 50}", r":4:1: .*unknown key \"reech\"; did you mean \"reach\""),
        ("robots: [ur99]\nreach: {step: 50}", r":4:10: .*no shipped robot is called \"ur99\""),
        (
            "design: {vary: [{joint: 3, parameter: a, from: 1, to: 2, count: 1000000}, "
            "{joint: 2, parameter: a, from: 1, to: 2, count: 1000000}], "
            "poses: [[350, 200, 400, 180, 0, 0]]}",
            r"1,000,000,000,000 designs in [\d,]+ chunks: about [\d,]+ days",
        ),
    ],
)  # fmt: skip
def test_a_study_that_cannot_be_is_refused_at_its_place_before_it_starts(
    folder, capsys, question, message
) -> None:
    (folder / "one.study.yaml").write_text(HEAD + question + "\n")
    assert main(["study", "one.study.yaml", "--workers", "1"]) == UNUSABLE
    told = capsys.readouterr()
    assert re.search(message, told.err) and len(told.err.splitlines()) == 1 and not told.out
    assert not (folder / "one.results").exists()


def test_a_full_disk_is_told_with_what_is_kept_and_the_study_goes_on_when_there_is_room(
    folder, capsys, monkeypatch
) -> None:
    (folder / "one.study.yaml").write_text(STUDY.replace("step: 150", "step: 50, directions: 20"))
    whole, full = registry._write_through, []

    def write(path, data) -> None:
        if path.name.startswith(".000002.npz"):
            full.append(path)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        whole(path, data)

    monkeypatch.setattr(registry, "_write_through", write)
    assert main(["study", "one.study.yaml", "--workers", "1"]) == UNUSABLE
    told = capsys.readouterr().err.splitlines()[-1]
    assert re.search(r"000002\.npz: No space left on device; 2 of \d+ chunks are kept in", told)
    assert "goes on from there" in told and full
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    assert main(["study", "one.study.yaml", "--workers", "1"]) == FINE
    assert re.search(r"2 of \d+ chunks are there already", capsys.readouterr().err)


def test_a_damaged_chunk_file_is_named_and_the_answer_is_as_before(folder, capsys) -> None:
    assert main(["study", "one.study.yaml", "--workers", "1"]) == FINE
    answer = capsys.readouterr().out
    (folder / "one.results" / "chunks" / "000000.npz").write_bytes(b"garbage")
    assert main(["study", "one.study.yaml", "--workers", "1"]) == FINE
    told = capsys.readouterr()
    assert "damaged and computed again: chunk 0" in told.err and told.out == answer


RUN = "import sys; from app.cli import main; sys.exit(main())"


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX are sent")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_a_stopped_study_tells_in_one_line_what_is_kept(folder, number) -> None:
    (folder / "one.study.yaml").write_text(STUDY.replace("step: 150", "step: 12, directions: 60"))
    words = ["study", "one.study.yaml", "--workers", "1"]
    running = subprocess.Popen([sys.executable, "-c", RUN, *words], stderr=subprocess.PIPE)
    chunks = folder / "one.results" / "chunks"
    end = time.monotonic() + 120.0
    while not any(chunks.glob("*.npz")):
        assert running.poll() is None and time.monotonic() < end
        time.sleep(0.02)
    running.send_signal(number)
    told = running.communicate(timeout=60)[1].decode().splitlines()
    kept = len(list(chunks.glob("[0-9]*.npz")))
    assert running.returncode == 128 + number
    assert re.fullmatch(rf"cellwright: stopped; {kept} of \d+ chunks are kept in .*", told[-1])
    assert len(told) == 2  # the first one tells its size and time
