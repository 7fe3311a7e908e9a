"""Ctrl-C at any moment of any command: exit code 130, one line at most, files whole."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.programs.text_files import save_text_file
from app.stopping import raising_at_ctrl_c, stopping_between_steps, whole_or_not_at_all

# Like the script of an installed command; the line shows that Python itself has started.
START = (
    "import sys, os; sys.argv = ['cellwright', *sys.argv[1:]]; os.write(1, b'-\\n');"
    "from app.cli import main; sys.exit(main())"
)
COMMANDS = (
    ("check", "kakazu1985", "figure5"),
    ("run", "kakazu1985", "figure5", "--export", "out.csv"),
    ("ik", "puma560", "--pose", "500", "100", "300", "10", "80", "20"),
    ("robots",),
    ("tables", "figure5"),
    ("solids", "kakazu1985"),
    ("console", "kakazu1985"),
)


@pytest.mark.skipif(sys.platform == "win32", reason="another signal than Ctrl-C would be sent")
@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_a_stopped_command_prints_one_line(command, tmp_path: Path) -> None:
    moment = random.Random(str(command)).uniform(0.005, 0.6)
    running = subprocess.Popen(
        [sys.executable, "-c", START, *command],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path,
    )  # fmt: skip
    assert running.stdout is not None and running.stdout.readline() == b"-\n"
    time.sleep(moment)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert b"Traceback" not in out + err
    # 0: the command had ended already. -2, to a shell 130: Python was already shutting down.
    assert running.returncode in (130, 0, -signal.SIGINT)
    if running.returncode:
        assert err.decode().splitlines() in ([], ["cellwright: stopped"])


def test_a_file_that_is_being_saved_is_saved_whole(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "a.val"
    path.write_text("before\n")

    def synced(number: int) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("os.fsync", synced)
    with raising_at_ctrl_c(), pytest.raises(KeyboardInterrupt):
        save_text_file(path, "after\n")
    assert path.read_text() == "after\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.val", "a.val~"]


def test_ctrl_c_is_delivered_after_the_protected_block() -> None:
    done = []
    with raising_at_ctrl_c(), pytest.raises(KeyboardInterrupt):
        with whole_or_not_at_all():
            signal.raise_signal(signal.SIGINT)
            done.append("all")
        done.append("more")
    assert done == ["all"]


def test_ctrl_c_within_a_step_comes_when_the_step_is_done() -> None:
    done = []
    with stopping_between_steps() as stop_if_asked:
        stop_if_asked()
        signal.raise_signal(signal.SIGINT)
        done.append("step")
        with pytest.raises(KeyboardInterrupt):
            stop_if_asked()
        stop_if_asked()  # one Ctrl-C is told once
    assert done == ["step"]


def test_ctrl_c_within_the_last_step_is_delivered_after_all_steps() -> None:
    done = []
    with raising_at_ctrl_c(), pytest.raises(KeyboardInterrupt):
        with stopping_between_steps():
            signal.raise_signal(signal.SIGINT)
            done.append("last step")
        done.append("more")
    assert done == ["last step"]


class Last:
    """An object that presses Ctrl-C while it is cleared away."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def test_ctrl_c_while_an_object_is_cleared_away_comes_a_little_later() -> None:
    with pytest.raises(KeyboardInterrupt), raising_at_ctrl_c():
        Last()
        time.sleep(3600.0)  # which the signal ends
