"""Whatever a user types, the console goes on and the text of the program is kept."""

import io
import os
import random
import re
import select
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from app.console import teletype as console_module
from app.console.program_on_disk import ProgramFile
from app.console.run_commands import COMMANDS
from app.console.teletype import Console, run_console
from language.editing.numbering import listing
from language.instructions import INSTRUCTIONS
from language.lines.line_parser import parse_line
from scenes import load_cell

WORDS = (
    *COMMANDS, *(i.name for i in INSTRUCTIONS if not i.block and i.name not in ("GOTO", "GOSUB")),
    "A", "N", "= 1", "0", "1", "3", "10", "9" * 5000, "-1", "1e9", "LINE", "DRIVE 1 1", "MOVE A",
    "POINT A 600 0 500 0 60 0", 'PROMPT "n?", N', ",", "(", ":", "#", '"', "'", ";", "\t", "\0",
    "\x1b[A", "\x0b", "\x85", "\u2028", "\ufeff", "\r", "\n", "\x03", "\u00e9", "\u5168", "\ud800",
    "\U0001d54f", "%s", "{}", "\\",
)  # fmt: skip
CONTROLS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
# These commands remove lines, or read and write files.
LOSING = ("DELETE", "CHANGE", "LOAD", "STORE", "SAVE", "2", "3", "4")


@pytest.fixture(scope="module")
def cell():
    return load_cell("kakazu1985")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary working folder for files that the console writes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def keyed(rng: random.Random) -> str:
    """A random line of words, or of any characters."""
    if rng.random() < 0.1:
        return "".join(chr(rng.randrange(0x3000)) for _ in range(rng.randrange(30)))
    return rng.choice((" ", "", "\t")).join(rng.choices(WORDS, k=rng.randrange(5)))


def statements(text: str) -> Counter[str]:
    """The lines of a program without their numbers."""
    lines = [line.split(None, 1) for line in listing(text, 1, 10**9)]
    return Counter(rest[-1].strip() for rest in lines if len(rest) > 1)


@pytest.mark.parametrize("classic", [False, True])
def test_no_line_ends_the_console_or_takes_from_the_program(cell, classic: bool) -> None:
    rng = random.Random(7)
    told: list[str] = []
    console = Console(cell, "10 N = 1\n20 END\n", told.append, classic=classic)
    for _ in range(1500):
        line = keyed(rng)
        if line.upper().lstrip().startswith(LOSING):
            continue
        before = statements(console.text)
        said = console.feed(line)
        assert all(isinstance(each, str) for each in said)
        assert not any("AN ERROR OF THE CONSOLE" in each for each in said), (line, said)
        assert not before - statements(console.text), line
        assert isinstance(console.prompt, str)
    assert told[-1] == console.text


@pytest.mark.parametrize(
    "name", ["a\0b", "\ud800", "x" * 5000, "no/such/folder/x", "/", ".", "é b"]
)
def test_a_file_of_any_name_is_written_or_refused(cell, name: str, folder: Path) -> None:
    file = ProgramFile(None)
    console = Console(cell, "10 END\n", on_save=file.save, on_save_as=file.save_as)
    for line in (f"STORE {name}", f"LOAD {name}", "SAVE", "0", name, ""):
        said = console.feed(line)
        assert not any("AN ERROR OF THE CONSOLE" in each for each in said), (line, said)
    assert console.text.startswith("10 END")


def test_bytes_of_any_kind_are_read_to_the_end(folder: Path) -> None:
    rng = random.Random(8)
    data = b"10 DRIVE 1 5\n" + b"\n".join(rng.randbytes(rng.randrange(20)) for _ in range(200))
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="strict")
    assert run_console("kakazu1985", None, io.TextIOWrapper(io.BytesIO(data), "utf-8"), out) == 0
    out.flush()
    printed = out.buffer.getvalue().decode()
    (kept,) = [line.split(" KEPT IN ")[1] for line in printed.splitlines() if " KEPT IN " in line]
    assert "10 DRIVE 1 5" in Path(kept).read_text()


def test_a_tab_separates_a_command_from_its_arguments(cell) -> None:
    console = Console(cell, "10 N = 1\n20 N = 2\n30 END\n")
    assert console.feed("NEXT\t1") == ["NEXT STEP 20: N = 2"]
    assert console.feed("EXECUTE\t1")[-1].startswith("PROGRAM COMPLETED")


def test_a_fault_of_the_console_itself_keeps_the_program_and_the_session(cell, monkeypatch) -> None:
    console = Console(cell, "10 N = 1\n20 END\n")

    def broken(*_: object) -> None:
        raise KeyError("at work")

    monkeypatch.setattr(console.runs, "feed", broken)
    said = console.feed("NEXT")
    assert "KeyError" in said[0]
    kept = Path(said[1].split(" KEPT IN ")[1])
    assert kept.read_text() == console.text
    assert console.feed("15 N = 3") == []
    assert "15 N = 3" in console.text


@pytest.mark.parametrize("fault", [KeyboardInterrupt, MemoryError, SystemExit, BrokenPipeError])
def test_the_program_is_kept_whatever_ends_the_console(fault, monkeypatch, folder: Path) -> None:
    def read(prompt: str) -> str:
        if lines:
            return lines.pop(0)
        raise fault

    lines = ["10 DRIVE 1 5"]
    monkeypatch.setattr(console_module, "line_reader", lambda *_: read)
    out = io.StringIO()
    with pytest.raises(fault):
        run_console("kakazu1985", None, io.StringIO(), out)
    kept = out.getvalue().rpartition(" KEPT IN ")[2].strip()
    assert Path(kept).read_text() == "10 DRIVE 1 5\n"


def test_the_prompt_shows_the_question_of_a_prompt_statement(cell) -> None:
    text = '10 PROMPT "how many?", N\n20 PROMPT "and?", K\n30 TYPE N + K\n40 END\n'
    console = Console(cell, text)
    assert console.feed("EXECUTE 2") == []
    assert console.prompt == "how many? "
    assert "A NUMBER ANSWERS IT, NOT MOVE" in console.feed("MOVE")[0]
    assert console.feed("40") == [] and console.prompt == "and? "
    assert console.feed("1 + 1")[0] == "42"
    assert console.prompt == "how many? "  # in the second round
    assert console.feed("abort") == ["ABORTED"] and console.prompt == "."
    assert console.text == text


def test_prompt_is_answered_step_by_step_and_by_hand(cell) -> None:
    console = Console(cell, '10 PROMPT "n?", N\n20 TYPE N\n30 END\n')
    assert console.feed("STEP") == [] and console.prompt == "n? "
    assert console.feed("3") == ["NEXT STEP 20: TYPE N"]
    assert console.feed('DO PROMPT "k?", K') == [] and console.prompt == "k? "
    assert console.feed("4") == []
    assert console.feed("LISTV") == ["N = 3", "K = 4"]


@pytest.mark.parametrize("text", ["", ".PROGRAM a()\n.END\n", "REMARK nothing\n", "; nothing\n"])
def test_do_and_watch_work_where_the_program_is_empty(cell, text: str) -> None:
    console = Console(cell, text)
    assert console.feed('DO PROMPT "k?", K') == [] and console.prompt == "k? "
    assert console.feed("2 * 3") == []
    assert console.feed("DO N = K + 1") == []
    assert console.feed("WATCH N * 2") == ["N * 2 = 14"]
    assert console.feed("DO TYPE N") == ["7"]
    assert console.text == text


def test_a_line_after_a_digit_that_means_stop_cancels_the_stop(cell) -> None:
    console = Console(cell, '10 PROMPT "n?", N\n')
    console.feed("5")  # meant for PROMPT, which asks when the program runs
    assert console.feed("TYPE N") == ["STOP CANCELLED"]
    assert console.text.splitlines()[1:] == ["20 TYPE N"]


def test_a_command_is_not_proposed_as_the_correction_of_itself(cell) -> None:
    said = Console(cell).feed("SPEED 1/0")
    assert "NOT ADDED TO THE PROGRAM" in said
    assert not [line for line in said if line.startswith("THE COMMAND IS")]


def test_a_line_typed_at_a_question_is_not_lost(cell) -> None:
    console = Console(cell)
    for line in ("READY", "DRAW 0 0 -1", "ABOVE", "WHERE", "N = 4", "END", "EXECUTE"):
        console.feed(line)
    assert [parse_line(line).instruction.name for line in console.text.splitlines()] == [
        "READY", "DRAW", "ABOVE", "=", "END",
    ]  # fmt: skip
    console.feed("STOP")
    console.feed("55 N = 5")
    assert not console.is_stopped and "55 N = 5" in console.text


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_a_program_is_typed_and_answered_at_a_terminal(folder: Path) -> None:
    import fcntl
    import pty
    import termios

    leader, follower = pty.openpty()
    environment = {**os.environ, "XDG_STATE_HOME": str(folder), "TERM": "dumb"}
    running = subprocess.Popen(
        [sys.executable, "-m", "app", "console", "kakazu1985"],
        stdin=follower, stdout=follower, stderr=follower, env=environment,
        start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )  # fmt: skip
    os.close(follower)
    shown = ""

    def key(line: str, awaited: str) -> None:
        """Types a line, and waits until the screen ends with `awaited`."""
        nonlocal shown
        os.write(leader, line.encode())
        until, seen = time.monotonic() + 30.0, len(shown)
        while not CONTROLS.sub("", shown[seen:]).rstrip(" ").endswith(awaited):
            ready, _, _ = select.select([leader], [], [], max(until - time.monotonic(), 0.0))
            assert ready, (awaited, shown)
            shown += os.read(leader, 65536).decode(errors="replace")

    key("", "STORE file.\n.")
    key('PROMPT "how many?", N\r', "N\n.")
    key("half a line\x03", "GIVEN UP\n.")
    key("TYPE N * 2\r", "N * 2\n.")
    key("EXECUTE\r", "how many?")
    key("21\r", "S\n.")
    key("STOP\r", "NO(1)")
    key("0\r", ".val\n")
    assert running.wait(60) == 0
    os.close(leader)
    assert "Traceback" not in shown
    assert "42\nPROGRAM COMPLETED" in CONTROLS.sub("", shown) and "KEPT IN" in shown
