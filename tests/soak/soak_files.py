"""Files and workers that fail under the window: `python tests/soak/soak_files.py [--rounds 200]`.

Every other round a window that saves again and again is killed (SIGKILL): its file then holds one
whole text, the one before or the one that was being saved.

In the other rounds something happens to a window at a random moment: its worker dies, its program
or its cell is removed, replaced by a folder, cut off, filled with bytes that are no text, or made
unreadable, or the folder goes. After each round it holds:
- nothing raised, and nothing was logged as an error;
- the window keeps the text that it had;
- once the file is whole again, the text is saved and read back, run and checked.
"""

import json
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from watched import FAULTS, live, made_window, run, wait, watch_for_faults

FILE_TEXT = ";! dialect val\n;! language 2\n10 READY\n20 DRAW 0, 0, 20\n30 END\n"
LONGEST_S = 1.5


def main(rounds: int, seed: int) -> int:
    """Runs the soak; the exit code."""
    print(f"{rounds} rounds, seed {seed}", flush=True)
    watch_for_faults()
    from app.desktop.main import make_application

    app, rng = make_application(), random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        saving = Path(name) / "saving"
        saving.mkdir()
        window = made_window(Path(name))
        desk = Desk(app, window, Path(name) / "files", rng)
        for number in range(1, rounds + 1):
            if number % 2:
                what = desk.play_round()
                assert not FAULTS, f"{what}: {FAULTS}"
            else:
                what = kill_while_saving(saving, rng)
            print(f"{number}: {what}", flush=True)
        window.close()
    print(f"{rounds} rounds: every text was whole, and the window went on")
    return 1 if FAULTS else 0


class Desk:
    """A window with a cell and a program whose files and worker fail."""

    def __init__(self, app, window, folder: Path, rng: random.Random) -> None:
        from scenes.library import cell_path

        self.app, self.window, self.folder, self.rng = app, window, folder, rng
        self.program, self.cell = folder / "own.val", folder / "own.cell.yaml"
        self.cell_text = cell_path("ur_pick_place").read_text(encoding="utf-8")
        self.restore()
        window.desk.open_cell(self.cell)
        assert window.desk.open_program(self.program)
        wait(app, self.is_settled, "the first run")

    def restore(self) -> None:
        """Both files as they were."""
        for path, text in ((self.program, FILE_TEXT), (self.cell, self.cell_text)):
            self.make_way(path)
            path.write_text(text, encoding="utf-8")

    def make_way(self, path: Path) -> None:
        """Takes away what stands in the place of a file."""
        self.folder.mkdir(exist_ok=True)
        if path.is_dir():
            shutil.rmtree(path)
        elif path.exists():
            path.chmod(0o600)

    def is_settled(self) -> bool:
        """Whether the present text has been run and checked."""
        document = self.window.document
        return document.has_fresh_run and document.verdict is not None

    def play_round(self) -> str:
        """Something fails, the window is used, and all is mended; what it was."""
        window, rng = self.window, self.rng
        acts = (self.worker_dies, self.is_removed, self.is_a_folder, self.is_cut, self.is_no_text)
        act = rng.choice((*acts, self.is_unreadable, self.folder_goes))
        path = rng.choice((self.program, self.cell))
        self.type()
        live(self.app, rng.choice((0.0, 0.05, 0.3, 1.0)))
        text = window.editor.current.source.text
        act(path)
        live(self.app, rng.choice((0.3, 1.0)))
        if rng.random() < 0.3:
            window.desk.save_cell() if path == self.cell else self.save()
        live(self.app, 0.2)
        if window.document.sources:
            assert self.shown_text() == text or act != self.worker_dies, "the text has changed"
        self.mend()
        return f"{act.__name__} {path.name}"

    def shown_text(self) -> str:
        return self.window.editor.current.source.text

    def save(self) -> bool:
        return self.window.desk.save(self.window.editor.current.source)

    def type(self) -> None:
        """Keys into the program."""
        from PySide6.QtTest import QTest

        editor = self.window.editor.current
        editor.go_to(3)
        QTest.keyClicks(editor, f"; {self.rng.randrange(9999)} ")

    def mend(self) -> None:
        """All files whole again; the text is kept, saved, read back, run and checked."""
        text = self.shown_text()
        for path in (self.program, self.cell):
            self.make_way(path)
        self.cell.write_text(self.cell_text, encoding="utf-8")
        live(self.app, 0.3)
        assert self.shown_text() == text, "the text has changed"
        assert self.save(), "the text cannot be saved"
        assert self.program.read_text(encoding="utf-8") == text
        self.window.desk.open_cell(self.cell)
        self.type()
        wait(self.app, self.is_settled, "the run after the round")
        assert self.window.document.cell is not None

    def worker_dies(self, path: Path) -> None:
        for process in multiprocessing.active_children():
            if process.pid is not None:
                os.kill(process.pid, signal.SIGKILL)

    def is_removed(self, path: Path) -> None:
        path.unlink()

    def is_a_folder(self, path: Path) -> None:
        path.unlink()
        path.mkdir()

    def is_cut(self, path: Path) -> None:
        path.write_bytes(path.read_bytes()[: self.rng.randrange(40)])

    def is_no_text(self, path: Path) -> None:
        path.write_bytes(bytes(self.rng.randrange(128, 256) for _ in range(200)))

    def is_unreadable(self, path: Path) -> None:
        path.chmod(0)

    def folder_goes(self, path: Path) -> None:
        shutil.rmtree(self.folder)


def kill_while_saving(folder: Path, rng: random.Random) -> str:
    """A window that saves and saves is killed; its file holds one whole text."""
    path = folder / "own.val"
    if not path.exists():
        path.write_text(FILE_TEXT, encoding="utf-8")
    words = [sys.executable, __file__, "--window", str(folder), str(rng.randrange(2**31))]
    window = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert window.stdout is not None
    allowed, end, saves = {path.read_text(encoding="utf-8")}, None, 0
    for line in window.stdout:
        try:
            kind, text = json.loads(line)
        except ValueError:
            break  # a line cut short by the end of the window
        end = end or time.monotonic() + rng.uniform(0.0, LONGEST_S)
        allowed = {text} if kind == "saved" else {*allowed, text}
        saves += kind == "saved"
        if window.poll() is None and time.monotonic() > end:
            window.send_signal(signal.SIGKILL)
    assert window.wait() == -signal.SIGKILL, f"the window ended with {window.returncode}"
    assert path.read_text(encoding="utf-8") in allowed, "the file holds no text that was saved"
    return f"killed while saving, after {saves} saves"


def run_window(folder: Path, rng: random.Random) -> None:
    """A window that types and saves until it is killed; it tells each text before and after."""
    from app.desktop.main import make_application

    app, tell = make_application(), told_through(sys.stdout.fileno())
    window = made_window(folder)
    window.desk.open_program(folder / "own.val")
    while True:
        editor = window.editor.current
        editor.selectAll()
        editor.insertPlainText(f"; {rng.random()}\n" * rng.choice((1, 40, 2000)))
        tell("saving", editor.source.text)
        assert window.desk.save(editor.source)
        tell("saved", editor.source.text)
        app.processEvents()


def told_through(pipe: int) -> Callable[[str, str], None]:
    """A function that writes one line to a pipe at once, whole."""

    def tell(kind: str, text: str) -> None:
        left = memoryview((json.dumps([kind, text]) + "\n").encode())
        while left:
            left = left[os.write(pipe, left) :]

    return tell


if __name__ == "__main__":
    if sys.argv[1:2] == ["--window"]:
        run_window(Path(sys.argv[2]), random.Random(int(sys.argv[3])))
    else:
        run(main, "Files and workers that fail.", rounds=200)
