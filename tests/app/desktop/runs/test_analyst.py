"""Work of the window in the worker process: the newest program wins, and faults become words."""

import pytest

from app.desktop.runs.analyst import Analyst
from scenes import bodies_of, start_state
from scenes.world.placement import placement

pytestmark = pytest.mark.window


@pytest.fixture
def analyst(qapp, worker):
    made = Analyst(process=worker)
    yield made
    made.close()


def test_a_program_gives_first_its_run_and_then_its_verdict(qtbot, analyst, cell, figure5) -> None:
    heard = []
    analyst.runReady.connect(lambda revision, run: heard.append(("run", revision)))
    analyst.verdictReady.connect(lambda revision, verdict: heard.append(("verdict", revision)))
    analyst.analyse(7, cell, figure5)
    qtbot.waitUntil(lambda: len(heard) == 2, timeout=240_000)
    assert heard == [("run", 7), ("verdict", 7)]
    qtbot.waitUntil(lambda: not analyst.is_busy)


def test_of_many_programs_only_the_first_and_the_last_are_run(
    qtbot, analyst, cell, figure5
) -> None:
    verdicts, runs = [], []
    analyst.runReady.connect(lambda revision, run: runs.append(revision))
    analyst.verdictReady.connect(lambda revision, verdict: verdicts.append(revision))
    for revision in range(1, 9):
        analyst.analyse(revision, cell, figure5)
    qtbot.waitUntil(lambda: verdicts == [8], timeout=240_000)
    assert runs in ([1, 8], [8])


def test_cancelling_ends_the_work_and_the_next_program_is_answered(
    qtbot, analyst, cell, figure5
) -> None:
    heard = []
    analyst.runReady.connect(lambda revision, run: heard.append(revision))
    analyst.analyse(1, cell, figure5)
    analyst.cancel()
    assert not analyst.is_busy
    analyst.analyse(2, cell, figure5)
    qtbot.waitUntil(lambda: heard == [2], timeout=240_000)


def test_a_fault_in_the_worker_is_reported_with_its_revision(qtbot, analyst, caplog) -> None:
    reports = []
    analyst.failed.connect(lambda revision, text: reports.append((revision, text)))
    with caplog.at_level("CRITICAL"):
        analyst.analyse(3, None, "10 READY\n20 END\n")  # type: ignore[arg-type]
        qtbot.waitUntil(lambda: bool(reports), timeout=240_000)
    assert reports[0][0] == 3
    assert "could not be done" in reports[0][1]


def test_a_question_that_fails_is_told_and_is_no_failure_of_the_check(
    qtbot, analyst, caplog
) -> None:
    failures, misses, own = [], [], []
    analyst.failed.connect(lambda revision, text: failures.append(text))
    analyst.missed.connect(misses.append)
    with caplog.at_level("CRITICAL"):
        analyst.ask("a number", int, "no number", then=print)
        analyst.ask("another", int, "no other number", then=print, otherwise=own.append)
        qtbot.waitUntil(lambda: bool(misses and own), timeout=240_000)
    assert len(misses) == len(own) == 1 and not failures
    assert "no number" in misses[0] and "no other number" in own[0].message


def test_the_common_volume_of_two_bodies_comes_as_a_mesh(qtbot, analyst, cell) -> None:
    from app.desktop.runs.run_jobs import Touching

    poses = placement(cell, start_state(cell))
    known, pair = bodies_of(cell), ("TR1", "TR2")
    sunk = poses["TR2"].copy()
    solids = (known["TR2"].solid, known["TR2"].solid)
    sunk[:3, 3] += (100.0, 0.0, 0.0)
    heard = []
    analyst.contactsReady.connect(lambda key, meshes: heard.append((key, meshes)))
    analyst.ask_contacts("here", [Touching(pair, solids, (poses["TR2"], sunk), 0.1)])
    qtbot.waitUntil(lambda: bool(heard), timeout=240_000)
    key, meshes = heard[0]
    assert key == "here"
    assert len(meshes[pair].triangles) > 0


def test_the_look_at_a_pose_is_not_given_up_with_the_check(qtbot, analyst, cell) -> None:
    heard, state = [], start_state(cell)
    analyst.poseChecked.connect(lambda asked, pairs: heard.append((asked, pairs)))
    analyst.check_pose(cell, state)
    assert analyst.is_busy
    analyst.cancel()
    qtbot.waitUntil(lambda: bool(heard), timeout=240_000)
    assert heard == [(state, ())]


@pytest.fixture
def asked(qapp, fake_process):
    """An analyst on a process that answers when a test says so."""
    made = Analyst(process=fake_process)
    yield made
    made.close()


def test_a_question_goes_before_the_check_of_a_run(asked, fake_process, cell) -> None:
    asked.runReady.connect(lambda revision, run: asked.ask("a", print, "drawing", then=print))
    asked.analyse(1, cell, "END\n")
    fake_process.answer("the run")
    asked.poll()
    assert fake_process.started[1:] == ["drawing"]
    fake_process.answer()
    asked.poll()
    assert [packed.cell for packed in fake_process.started[2:]] == [cell]


def test_the_answer_to_an_older_program_is_given_with_its_revision(
    asked, fake_process, cell
) -> None:
    heard = []
    asked.runReady.connect(lambda revision, run: heard.append((revision, run)))
    asked.analyse(1, cell, "END\n")
    asked.analyse(2, cell, "END\n")
    for run in ("the first", "the second"):
        fake_process.answer(run)
        asked.poll()
    assert heard == [(1, "the first"), (2, "the second")]


def test_questions_are_kept_when_the_check_is_cancelled(asked, fake_process, cell) -> None:
    heard, busy = [], []
    asked.busyChanged.connect(busy.append)
    asked.ask("a", print, "question", then=heard.append)
    asked.analyse(1, cell, "END\n")
    asked.cancel()
    assert fake_process.kills == 0
    fake_process.answer("yes")
    asked.poll()
    assert heard == ["yes"]
    assert busy == [True, False]
    assert not asked.is_busy


def test_short_questions_are_not_shown_as_work(asked, fake_process) -> None:
    busy = []
    asked.busyChanged.connect(busy.append)
    asked.ask("a", print, "question", then=print)
    assert asked.is_busy
    assert not busy


def test_a_search_for_a_way_round_ends_with_its_process_and_the_next_is_answered(
    qtbot, analyst, cell
) -> None:
    text = "POINT A 700 0 280 0 90 0\nMOVE A\nEND\n"
    ended, found, told = [], [], []

    def follow(share: float, words: str) -> None:
        told.append(words)
        if len(told) == 1:
            analyst.cancel_way()  # here: the answer may come with the same letter

    def ask() -> None:
        analyst.ask_way((cell, (text, ""), 2, None, ()), found.append, ended.append, follow)

    ask()
    qtbot.waitUntil(lambda: bool(told), timeout=240_000)
    assert ended == [None] and found == [] and not analyst.is_busy
    ask()
    qtbot.waitUntil(lambda: bool(found), timeout=240_000)
    assert "needs no way round" in found[0] and ended == [None]
