"""A study in its own processes: it ends with its results, and none of them outlives the window."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.background.study_messages import (
    Begin,
    Ended,
    Estimated,
    Read,
    Refused,
    Running,
    Stop,
    Stopped,
)
from app.background.study_process import StudyProcess
from tests.scenes.studies.conftest import CELL, REACH

PATIENCE_S = 120.0


def news_until(process: StudyProcess, *kinds: type) -> list:
    """All news up to the first of some kinds."""
    found, end = [], time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        found += process.poll()
        if any(isinstance(news, kinds) for news in found):
            return found
        time.sleep(0.01)
    pytest.fail(f"no news of {kinds} among {found}")


@pytest.fixture
def path(tmp_path) -> Path:
    (tmp_path / "small.cell.yaml").write_text(CELL)
    (tmp_path / "small.study.yaml").write_text(REACH)
    return tmp_path / "small.study.yaml"


@pytest.fixture
def process(path):
    """A process that reads the study."""
    made = StudyProcess()
    made.send(Read(path, 1))
    yield made
    made.close()


def children_of(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True)
    pairs = [line.split() for line in found.stdout.splitlines()]
    return [int(own) for own, parent in pairs if int(parent) == pid]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until_gone(pids: list[int]) -> None:
    end = time.monotonic() + PATIENCE_S
    while any(map(is_alive, pids)):
        assert time.monotonic() < end, f"left behind: {[p for p in pids if is_alive(p)]}"
        time.sleep(0.02)


def test_a_study_is_read_run_and_ended(process, path) -> None:
    assert any(isinstance(n, Estimated) for n in news_until(process, Estimated, Refused))
    folder = path.with_name("out")
    process.send(Begin(folder, 1))
    assert isinstance(news_until(process, Ended, Refused)[-1], Ended)
    assert (folder / "result.html").is_file()


@pytest.mark.skipif(os.name != "posix", reason="asks for processes by number, as POSIX does")
def test_its_workers_end_with_it(process, path) -> None:
    news_until(process, Estimated, Refused)
    path.write_text(REACH.replace("step: 100", "step: 4"))
    process.send(Read(path, 1))
    news_until(process, Estimated, Refused)
    process.send(Begin(path.with_name("out"), 1))
    news_until(process, Running)
    end = time.monotonic() + PATIENCE_S
    while not children_of(process.pid) and time.monotonic() < end:
        time.sleep(0.02)
    pids = [process.pid, *children_of(process.pid)]
    assert len(pids) >= 2
    process.close()
    wait_until_gone(pids)


@pytest.mark.skipif(os.name != "posix", reason="kills by number, as POSIX does")
def test_a_process_that_dies_is_said_once(process) -> None:
    news_until(process, Estimated, Refused)
    os.kill(process.pid, signal.SIGKILL)
    (*_, last) = news_until(process, Refused)
    assert "ended unexpectedly" in last.message and last.is_reading
    assert process.poll() == []
    process.send(Stop())


OWNER = """
import sys, time
from pathlib import Path
from app.background.study_messages import Read
from app.background.study_process import StudyProcess
if __name__ == "__main__":
    process = StudyProcess()
    process.send(Read(Path(sys.argv[1]), 1))
    print(process.pid, flush=True)
    if sys.argv[2] == "waits":
        sys.stdin.read()
"""


@pytest.mark.skipif(os.name != "posix", reason="asks for processes by number, as POSIX does")
@pytest.mark.parametrize("how", ["waits", "ends"])
def test_it_ends_with_an_owner_that_is_killed_or_forgets_it(tmp_path, path, how) -> None:
    (tmp_path / "owner.py").write_text(OWNER)
    given = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    owner = subprocess.Popen([sys.executable, tmp_path / "owner.py", str(path), how], **given)
    pid = int(owner.stdout.readline())
    if how == "waits":
        owner.kill()
    owner.communicate(timeout=PATIENCE_S)
    wait_until_gone([pid])


def test_a_stop_ends_the_run_and_keeps_its_chunks(process, path) -> None:
    news_until(process, Estimated, Refused)
    path.write_text(REACH.replace("step: 100", "step: 6"))
    process.send(Read(path, 1))
    news_until(process, Estimated, Refused)
    folder = path.with_name("out")
    process.send(Begin(folder, 1))
    process.send(Stop())
    last = news_until(process, Stopped, Refused, Ended)[-1]
    assert isinstance(last, Stopped) and last.done < last.chunks
    assert last.done == len(list((folder / "chunks").glob("*.npz")))
