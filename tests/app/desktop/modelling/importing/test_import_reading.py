"""Files are read in another process: it can be given up, and a newer request counts."""

import time
from pathlib import Path

import pytest

from app.desktop.modelling.importing.import_reading import ImportReading


def slow(path: Path, seconds: float, on_progress) -> str:
    """A job that says that it has begun, and takes its time."""
    on_progress(0.5, "half way")
    time.sleep(seconds)
    return f"{path.name} read"


def failing(on_progress) -> None:
    raise ValueError("a sentence\nand more of it")


@pytest.fixture
def reading(document):
    made = ImportReading(document)
    yield made
    made.close()


def test_progress_and_answer_come_under_the_key_of_the_job(reading, qtbot) -> None:
    shares, answers = [], []
    reading.progressed.connect(lambda key, share, text: shares.append((key, share, text)))
    reading.done.connect(lambda key, value: answers.append((key, value)))
    reading.read(7, slow, Path("a.stl"), 0.0)
    qtbot.waitUntil(lambda: not reading.is_busy)
    assert shares == [(7, 0.5, "half way")]
    assert answers == [(7, "a.stl read")]


def test_a_given_up_file_gives_no_answer_and_the_others_are_read(reading, qtbot) -> None:
    answers, begun = [], []
    reading.done.connect(lambda key, value: answers.append((key, value)))
    reading.progressed.connect(lambda *told: begun.append(told))
    reading.read(1, slow, Path("long.stl"), 3600.0)
    reading.read(2, slow, Path("short.stl"), 0.0)
    qtbot.waitUntil(lambda: bool(begun))  # the long job runs
    reading.give_up(1)
    qtbot.waitUntil(lambda: not reading.is_busy)
    assert answers == [(2, "short.stl read")]


def test_a_failure_is_one_sentence(reading, qtbot) -> None:
    said = []
    reading.failed.connect(lambda key, text: said.append((key, text)))
    reading.read("x", failing)
    qtbot.waitUntil(lambda: bool(said))
    assert said == [("x", "a sentence")]
    assert not reading.is_busy
