"""A window killed at random moments: `python tests/soak/soak_kills.py [kills] [seed]`, default 200.

Each round starts a window on the journal that the last kill left, brings the work back, types
into programs and moves a body until it is killed (SIGKILL) at a random moment: while it starts,
while it brings work back, while it types, while it writes. After each kill this holds:
- every page of the journal is whole, and holds a text that the window had at some moment;
- no page is older than what the window knew to be on the disk;
- the user's own files are as they were.
The window tells its texts through a pipe before it has the time to write them into the journal.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FILE_TEXT = "10 READY\n20 MOVE LOC1\n30 END\n"
PROGRAMS, LONGEST_S = 3, 4.0


@dataclass
class Told:
    """What the windows of all rounds have told of one program or the cell, in order.

    sure: Index of the newest text that was on the disk.
    """

    texts: list[str] = field(default_factory=list)
    sure: int = -1


@dataclass
class Soak:
    """What is known of all rounds. lags: Seconds from a change to its page on the disk."""

    told: dict[str, Told] = field(default_factory=dict)
    lags: list[float] = field(default_factory=list)
    written: int = 0
    kills: int = 0
    restored: int = 0


def main(kills: int, seed: int) -> int:
    rng, soak = random.Random(seed), Soak()
    print(f"{kills} kills, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "own.val").write_text(FILE_TEXT, encoding="utf-8")
        while soak.kills < kills:
            play_round(folder, soak, rng)
            check(folder, soak)
            if soak.kills % 20 == 0:
                print(f"{soak.kills} kills", flush=True)
    lags = sorted(soak.lags) or [0.0]
    print(
        f"{soak.kills} kills, {soak.restored} times work was brought back, {soak.written} writes; "
        f"from a change to its page on the disk: median {lags[len(lags) // 2] * 1e3:.0f} ms, "
        f"longest {lags[-1] * 1e3:.0f} ms; nothing was lost"
    )
    return 0


def play_round(folder: Path, soak: Soak, rng: random.Random) -> None:
    """A window from its start to its violent end."""
    words = [sys.executable, __file__, "--window", str(folder), str(rng.randrange(2**31))]
    window = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert window.stdout is not None
    # Often while it types, sometimes while it brings work back.
    wait_for = rng.choice(("ready", "restoring", "ready", "ready"))
    lines = hear(window.stdout, soak)
    for kind in lines:
        if kind in (wait_for, "ready"):
            break
    else:
        raise AssertionError(f"the window ended by itself with {window.wait()}")
    end = time.monotonic() + rng.uniform(0, LONGEST_S if wait_for == "ready" else 0.3)
    for _ in lines:
        if time.monotonic() >= end:
            break
    assert window.poll() is None, f"the window ended by itself with {window.poll()}"
    window.send_signal(signal.SIGKILL)
    for _ in lines:
        """What it told before it died counts."""
    window.wait()
    soak.kills += 1


def hear(stream: Iterator[str], soak: Soak) -> Iterator[str]:
    """Takes what a window tells, line by line; a line cut short by its end is no line."""
    times: dict[str, dict[int, float]] = {}  # of the texts that this window has told
    for line in stream:
        try:
            told = json.loads(line)
        except ValueError:
            return
        kind = told["kind"]
        if kind == "text":
            known = soak.told.setdefault(told["key"], Told())
            if told["is_typed"]:
                times.setdefault(told["key"], {})[len(known.texts)] = told["time"]
            known.texts.append(told["text"])
        elif kind == "written":
            soak.written += 1
            for key, text in told["texts"].items():
                known, before = soak.told[key], soak.told[key].sure
                known.sure = known.texts.index(text, max(before, 0))
                oldest = times.get(key, {}).get(before + 1)
                if known.sure > before and oldest is not None:
                    soak.lags.append(told["time"] - oldest)
        elif kind == "restoring":
            soak.restored += 1
        yield kind


def last_index(texts: list[str], text: str) -> int:
    """Where a text was told last; AssertionError where it never was."""
    for index in range(len(texts) - 1, -1, -1):
        if texts[index] == text:
            return index
    raise AssertionError(f"never told: {text!r}")


def check(folder: Path, soak: Soak) -> None:
    """What must hold after a kill."""
    from app.desktop.journal.folder import JournalFolder
    from app.desktop.journal.pages import CellPage, ProgramPage
    from app.desktop.journal.recovery import left_work
    from app.desktop.state.files.open_files import NEW_PROGRAM

    assert (folder / "own.val").read_text(encoding="utf-8") == FILE_TEXT
    left = JournalFolder(folder / "config" / "journal").claim()
    assert not left.unreadable, left.unreadable
    work = left_work(left)
    found: dict[str, str] = {}
    for kept in (*work.programs, *work.cells):
        page = kept.page
        if isinstance(page, ProgramPage | CellPage):
            key = page.key if isinstance(page, ProgramPage) else "cell"
            found[key] = FILE_TEXT if page.text is None else page.text
    for journal in left.journals:
        journal.release()
    for key, known in soak.told.items():
        if known.sure < 0:
            continue
        text = found.get(key, NEW_PROGRAM)  # that is not kept
        place = last_index(known.texts, text)
        assert place >= known.sure, f"{text!r} in place of {known.texts[known.sure]!r}"


# The window.


def tell(kind: str, **more: object) -> None:
    """One line to the far end of the pipe, at once."""
    words = {"kind": kind, "time": time.monotonic(), **more}
    os.write(sys.stdout.fileno(), (json.dumps(words) + "\n").encode())


def run_window(folder: Path, rng: random.Random) -> None:
    """Opens a window, brings back what was left, and works until it is killed."""
    from app.desktop.main import make_application

    app = make_application()
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.window.main_window import MainWindow

    window = MainWindow(SettingsStore(folder / "config"))
    if os.environ.get("QT_QPA_PLATFORM") != "offscreen":
        window.show()
    window.desk.open_cell("kakazu1985")
    window.desk.open_program(folder / "own.val")
    tell_writes(window)
    window.keeping.offer()
    if window.restore_bar.isVisibleTo(window.host):
        tell("restoring")
        window.keeping.restore()
    while len(window.document.sources) < PROGRAMS:
        window.desk.new_program()
    for source in window.document.sources:
        source.edited.connect(lambda source=source: tell_text(source, True))
        tell_text(source, False)
    tell("ready")
    while True:
        work(window, rng)
        end = time.monotonic() + rng.choice((0.0, 0.02, 0.1, 0.5))
        while time.monotonic() < end:
            app.processEvents()
            time.sleep(0.002)
        app.processEvents()


def tell_text(source, is_typed: bool) -> None:
    tell("text", key=source.key, text=source.text, is_typed=is_typed)


def tell_writes(window) -> None:
    """Tells which texts are on the disk, each time the journal's thread has written."""

    def written(pages) -> None:
        texts = {}
        for page in pages.values():
            text = getattr(page, "text", None)
            if text is not None and getattr(page, "is_unsaved", False):
                texts[getattr(page, "key", "cell")] = text
        tell("written", texts=texts)

    window.keeping.keeper.written.connect(written)


def work(window, rng: random.Random) -> None:
    """A few keys in one of the programs, or a body moved."""
    from PySide6.QtTest import QTest

    from app.desktop.modelling.edits.placing import move_to

    if rng.random() < 0.1:
        move_to(window.document, "TR2", [0.0, 0.0, float(rng.randrange(9999))], [0.0, 0.0, 0.0])
        tell("text", key="cell", text=window.document.cell_file.text, is_typed=True)
        return
    window.document.activate(rng.choice(window.document.sources))
    editor = window.editor.current
    editor.go_to(rng.randrange(1, editor.blockCount() + 1))
    QTest.keyClicks(editor, "".join(rng.choices("; abc0123", k=rng.randrange(1, 8))))
    if rng.random() < 0.1:
        editor.insertPlainText("é\U0001d11e")
    if rng.random() < 0.3:
        editor.source.toggle_breakpoint(editor.line)
    if rng.random() < 0.1:
        editor.undo()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--window"]:
        run_window(Path(sys.argv[2]), random.Random(int(sys.argv[3])))
    else:
        parser = argparse.ArgumentParser(description="A window killed at random moments.")
        parser.add_argument("kills", nargs="?", type=int, default=200)
        parser.add_argument("seed", nargs="?", type=int, default=random.randrange(2**31))
        given = parser.parse_args()
        sys.exit(main(given.kills, given.seed))
