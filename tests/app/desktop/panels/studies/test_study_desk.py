"""What the window keeps of a study follows the news of its process."""

from pathlib import Path

import pytest

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
    Stop,
    Stopped,
)
from app.desktop.panels.studies.study_desk import StudyDesk
from app.desktop.panels.studies.study_words import head_words, next_step, progress_words
from scenes.studies.results.summary import Summary

FILE, FOLDER = Path("a.study.yaml"), Path("a.results")
ASKED = Asked(FILE, "a", "Which?", "980 poses in 9 chunks", FOLDER, Path("a.cell.yaml"), 9, ("M",))


class Process:
    """Stands in for the process of a study: keeps commands, gives what a test puts in `news`."""

    def __init__(self) -> None:
        self.commands, self.news, self.closes = [], [], 0

    def send(self, command) -> None:
        self.commands.append(command)

    def poll(self) -> list:
        news, self.news = self.news, []
        return news

    def close(self) -> None:
        self.closes += 1


@pytest.fixture
def process() -> Process:
    return Process()


@pytest.fixture
def desk(qapp, process) -> StudyDesk:
    made = StudyDesk(lambda: process)
    made.workers = 3
    yield made
    made.close()


@pytest.fixture
def tell(desk, process):
    """tell(*news): lets the desk take news."""

    def give(*news) -> None:
        process.news += news
        desk.poll()

    return give


@pytest.fixture
def ready(desk, process, tell) -> StudyDesk:
    """A desk with a study of which nothing is computed yet."""
    desk.open(FILE)
    tell(ASKED, Standing(FOLDER, 0), Estimated("980 poses in 9 chunks: about 5 s on 3 cores"))
    process.commands.clear()
    return desk


def test_nothing_is_started_before_a_study_is_opened(desk, process) -> None:
    desk.cancel()
    desk.begin()
    desk.use_folder(FOLDER)
    assert process.commands == [] and head_words(desk).title == "No study is open."


def test_a_study_is_read_and_told_before_it_starts(desk, process, tell) -> None:
    assert desk.open(FILE) and process.commands == [Read(FILE, 3)]
    assert desk.is_reading and not desk.can_begin and "Reading" in head_words(desk).title
    tell(ASKED, Standing(FOLDER, 0))
    assert "time is being tried" in head_words(desk).size and not desk.can_begin
    tell(Estimated("980 poses: about 5 s"))
    assert head_words(desk) == ("a", "Which?", "980 poses: about 5 s.")
    assert desk.can_begin and next_step(desk) == "Start"


def test_a_running_study_tells_counts_and_time_and_can_be_cancelled(ready, process, tell) -> None:
    ready.begin()
    assert process.commands == [Begin(FOLDER, 3)]
    assert progress_words(ready) == "The processes are starting …"
    tell(Running(0, 9, None, ""))
    assert progress_words(ready) == "0 of 9 chunks, the first chunks are being computed"
    tell(Running(4, 9, 130.0, "70 of 448 poses reached", "a worker ended"))
    assert progress_words(ready) == "4 of 9 chunks, 70 of 448 poses reached, about 2 min left"
    assert ready.note == "a worker ended"
    ready.begin()
    assert not ready.open(Path("b.study.yaml")) and "cancel it" in ready.message
    ready.cancel()
    assert process.commands[1:] == [Stop()] and progress_words(ready) == "Stopping …"
    tell(Stopped(4, 9))
    assert ready.can_begin and next_step(ready) == "Resume" and "Resume" in ready.note
    assert "4 of 9 chunks" in head_words(ready).size


def test_an_ended_study_shows_its_result_again(ready, tell, tmp_path) -> None:
    ready.use_folder(tmp_path)
    tell(Standing(tmp_path, 0))
    ready.begin()
    assert ready.page is None
    (tmp_path / "result.html").write_text("page")
    assert ready.page is None
    tell(Ended(tmp_path, tmp_path / "result.html"))
    assert ready.page == tmp_path / "result.html" and next_step(ready) == "Show result"


def test_another_folder_is_looked_into_and_results_of_others_stay(ready, process, tell) -> None:
    other = Path("b.results")
    ready.use_folder(other)
    assert process.commands == [LookInto(other)] and not ready.can_begin
    tell(Standing(other, 0, "results of another study", is_of_another=True))
    ready.begin()
    assert not ready.can_begin and ready.can_replace and len(process.commands) == 1
    ready.begin(replaces=True)
    assert process.commands[-1] == Begin(other, 3, replaces=True)


def test_a_chosen_folder_stays_when_the_files_are_read_anew(ready, process, tell) -> None:
    other = Path("b.results")
    ready.use_folder(other)
    tell(Standing(other, 2))
    ready.begin()
    process.commands.clear()
    tell(ASKED, Standing(FOLDER, 0), Estimated("size"), Refused("has changed since"))
    tell(Standing(other, 0, "of files that have changed", is_of_another=True))
    assert ready.folder == other and ready.standing.folder == other and ready.can_replace
    assert ready.message == "has changed since" and not ready.is_running


def test_a_refusal_is_one_message_and_ends_what_was_under_way(ready, process, tell, caplog) -> None:
    ready.begin()
    tell(Refused("No space left on device"), Standing(FOLDER, 3))
    assert ready.message == "No space left on device" and not ready.is_running
    assert ready.can_begin and next_step(ready) == "Resume"
    ready.begin()
    assert ready.message == ""
    tell(Refused("the process of the study ended", is_reading=True, log="Traceback"))
    assert ready.asked is None and process.closes == 1 and "Traceback" in caplog.text


def test_a_reading_that_is_cancelled_ends_its_process(desk, process) -> None:
    desk.open(FILE)
    desk.cancel()
    assert process.closes == 1 and not desk.is_reading and desk.message


def test_a_map_is_shown_until_it_is_hidden(ready, process, tell, qtbot) -> None:
    found = FoundSoFar(1, 9, Summary(("some",)), None)
    shown = []
    ready.mapChanged.connect(shown.append)
    tell(found)
    assert shown == [None] and ready.found is found
    ready.show_map("")
    tell(found)
    assert shown == [None, None] and process.commands == [ShowMap("")]
    ready.show_map("M")
    assert process.commands[-1] == ShowMap("M")
