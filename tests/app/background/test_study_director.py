"""The director of a study tells what it asks, how far it is, and in one message what is wrong."""

import errno
from pathlib import Path

import numpy as np
import pytest

from app.background import study_director
from app.background.study_director import Director
from app.background.study_messages import (
    Asked,
    Begin,
    Ended,
    Estimated,
    FoundSoFar,
    LookInto,
    Read,
    Refused,
    Running,
    ShowMap,
    Standing,
    Stopped,
)
from tests.scenes.studies.conftest import CELL, REACH, HereWorkers


@pytest.fixture
def path(tmp_path) -> Path:
    """A study of 980 poses beside its cell."""
    (tmp_path / "small.cell.yaml").write_text(CELL)
    (tmp_path / "small.study.yaml").write_text(REACH)
    return tmp_path / "small.study.yaml"


class Told:
    """A director whose news is kept; chunks are computed in this process, 112 poses each."""

    def __init__(self) -> None:
        self.news, self.most_chunks = [], None
        self.director = Director(self.news.append, self.is_stopped)

    def is_stopped(self) -> bool:
        done = [news.done for news in self.of(Running)]
        return self.most_chunks is not None and bool(done) and done[-1] >= self.most_chunks

    def obey(self, *commands) -> list:
        """The news of commands."""
        first = len(self.news)
        for command in commands:
            self.director.obey(command)
        return self.news[first:]

    def of(self, kind) -> list:
        return [news for news in self.news if isinstance(news, kind)]


@pytest.fixture
def told(monkeypatch) -> Told:
    monkeypatch.setattr("scenes.studies.engine.local_pool.LocalPool", HereWorkers)
    monkeypatch.setattr("scenes.studies.questions.reach_question._CLOSED_FORM", 112)
    monkeypatch.setattr(study_director, "_WORD_EVERY", 0.0)
    return Told()


def test_a_study_is_told_before_it_starts(told, path) -> None:
    asked, standing, estimate = told.obey(Read(path, 2))
    assert isinstance(asked, Asked) and isinstance(estimate, Estimated)
    assert asked.title == "small" and asked.question.startswith("Which poses does ABB IRB 120")
    assert asked.chunks == 9 and "980 poses in 9 chunks" in estimate.sentence
    assert asked.cell == path.with_name("small.cell.yaml")
    assert standing == Standing(path.with_name("small.results"), 0)
    assert not asked.folder.exists()


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("step: 100", "step: 0.001", "too large"),
        ("from: [200, -300, 100]", "from: [900, -300, 100]", "the box is empty"),
        ("small.cell.yaml", "none.cell.yaml", "none.cell.yaml"),
        ("directions", "directionz", "directionz"),
    ],
)
def test_what_cannot_be_is_refused_in_one_message(told, path, before, after, words) -> None:
    path.write_text(REACH.replace(before, after))
    (news,) = told.obey(Read(path, 2))
    assert isinstance(news, Refused) and news.is_reading and not news.log
    assert words in news.message


def test_results_come_while_it_runs_and_end_with_the_page(told, path) -> None:
    asked, *_ = told.obey(Read(path, 2))
    told.obey(Begin(asked.folder, 2))
    assert [news.done for news in told.of(Running)] == list(range(10))
    parts = told.of(FoundSoFar)
    assert parts[0].done < parts[-1].done == 9
    figures = {figure.name: figure.value for figure in parts[-1].summary.figures}
    found = np.load(asked.folder / "result.npz")["solutions"]
    assert figures["poses"] == 980 and figures["poses reached"] == int((found > 0).sum())
    assert told.news[-1] == Ended(asked.folder, asked.folder / "result.html")
    assert told.of(Running)[-1].counts == f"{int((found > 0).sum()):,} of 980 poses reached"


def test_a_study_that_goes_on_counts_what_was_done_before(told, path) -> None:
    asked, *_ = told.obey(Read(path, 2))
    told.most_chunks = 4
    told.obey(Begin(asked.folder, 2))
    assert told.news[-1] == Stopped(4, 9)
    again = Told()
    _, standing, _ = again.obey(Read(path, 2))
    assert standing.done == 4 and not standing.obstacle
    again.obey(Begin(asked.folder, 2))
    first, *_, last = again.of(Running)
    assert first.done == 4 and "of 448 poses" in first.counts
    assert last.done == 9 and "of 980 poses" in last.counts
    assert isinstance(again.news[-1], Ended)


def test_another_map_is_told_at_once_and_none_when_it_is_hidden(told, path) -> None:
    asked, *_ = told.obey(Read(path, 2))
    assert asked.maps == ("Orientations reached", "Solutions")
    assert told.obey(ShowMap("Solutions")) == []
    told.obey(Begin(asked.folder, 2))
    assert told.of(FoundSoFar)[-1].shapes.title == "Solutions"
    (news,) = told.obey(ShowMap("Orientations reached"))
    assert news.shapes.title == "Orientations reached" and news.done == 9
    (news,) = told.obey(ShowMap(""))
    assert news.shapes is None


def test_a_large_study_is_counted_while_it_runs_and_shown_at_its_end(
    told, path, monkeypatch
) -> None:
    monkeypatch.setattr(study_director, "MOST_GATHERED", 100)
    asked, *_ = told.obey(Read(path, 2))
    told.obey(Begin(asked.folder, 2))
    (found,) = told.of(FoundSoFar)
    assert found.done == 9 and told.of(Running)[4].counts


def test_files_that_have_changed_since_are_read_anew_before_anything_is_computed(
    told, path
) -> None:
    asked, *_ = told.obey(Read(path, 2))
    path.with_name("small.cell.yaml").write_text(CELL.replace("120, 120", "130, 130"))
    news = told.obey(Begin(asked.folder, 2))
    (refused,) = [each for each in news if isinstance(each, Refused)]
    assert "changed since it was read" in refused.message and not refused.is_reading
    assert not asked.folder.exists()
    assert isinstance(told.obey(Begin(asked.folder, 2))[-1], Ended)


def test_results_of_another_study_are_told_and_replaced_only_when_asked(told, path) -> None:
    asked, *_ = told.obey(Read(path, 2))
    told.obey(Begin(asked.folder, 2))
    path.write_text(REACH.replace("seed: 3", "seed: 4"))
    *_, standing, _ = told.obey(Read(path, 2))
    assert standing.is_of_another and "another study" in standing.obstacle
    refused, _ = told.obey(Begin(asked.folder, 2))
    assert "another study" in refused.message
    assert isinstance(told.obey(Begin(asked.folder, 2, replaces=True))[-1], Ended)
    (asked.folder.parent / "mine").mkdir()
    (asked.folder.parent / "mine" / "thesis.tex").write_text("years of work")
    (standing,) = told.obey(LookInto(asked.folder.parent / "mine"))
    assert "other files" in standing.obstacle and not standing.is_of_another


def test_a_full_disk_is_said_with_what_is_kept(told, path, monkeypatch) -> None:
    asked, *_ = told.obey(Read(path, 2))
    written = []

    def write(target: Path, data: bytes) -> None:
        written.append(target)
        if len(written) > 4:  # the head of the study and three chunks
            raise OSError(errno.ENOSPC, "No space left on device", str(target))
        target.write_bytes(data)

    monkeypatch.setattr("scenes.exporters.registry._write_through", write)
    refused, standing = told.obey(Begin(asked.folder, 2))[-2:]
    assert "No space left on device" in refused.message and not refused.log
    assert f"3 of 9 chunks are kept in {asked.folder}" in refused.message
    assert standing.done == 3


def test_a_folder_that_vanishes_is_said(told, path, monkeypatch) -> None:
    asked, *_ = told.obey(Read(path, 2))

    def write(target: Path, data: bytes) -> None:
        if target.suffix == ".part":
            for each in [*asked.folder.rglob("*")][::-1]:
                each.rmdir() if each.is_dir() else each.unlink()
            asked.folder.rmdir()
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(target))

    monkeypatch.setattr("scenes.exporters.registry._write_through", write)
    refused, standing = told.obey(Begin(asked.folder, 2))[-2:]
    assert refused.message.startswith(f"The folder of the results is gone: {asked.folder}")
    assert standing.done == 0


def test_a_damaged_chunk_is_named_and_computed_again(told, path) -> None:
    asked, *_ = told.obey(Read(path, 2))
    told.obey(Begin(asked.folder, 2))
    (asked.folder / "chunks" / "000004.npz").write_bytes(b"damaged")
    news = told.obey(Begin(asked.folder, 2))
    assert news[0].note == "Damaged, and computed again: chunk 4" and news[0].done == 8
    assert isinstance(news[-1], Ended)


def test_a_fault_of_ours_has_a_log_and_the_director_lives_on(told, path, monkeypatch) -> None:
    def fall(*_):
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr("scenes.studies.questions.asked_words.asked_by", fall)
    (news,) = told.obey(Read(path, 2))
    assert news.message == "a fault" and "ZeroDivisionError" in news.log
    monkeypatch.undo()
    assert isinstance(told.obey(Read(path, 2))[-1], Estimated)
