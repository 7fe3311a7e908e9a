"""Memory over open-edit-run-close cycles: `python tests/soak/soak_memory.py [--cycles 1000]`.

In one window: a shipped cell and its program are opened, the program is edited, run and checked,
and closed. The memory of the window and of its worker stays flat: the last quarter of the cycles
holds at most `MOST_MB` more than the second quarter. At the end a program of 5,000 lines is run and
checked, and its worker holds less than `MOST_WORKER_MB`.
"""

import random
import tempfile
from pathlib import Path
from statistics import median

from watched import (
    FAULTS,
    forget_deleted,
    live,
    made_window,
    memory_mb,
    run,
    wait,
    watch_for_faults,
    workers_mb,
)

MOST_MB, MOST_WORKER_MB, LONG_LINES = 25.0, 500.0, 5000
WORK = {
    "kakazu1985": "figure5",
    "puma_bench": "puma_pick",
    "scara_assembly": "scara_assembly",
    "ur_pick_place": "ur_pick_place",
    "tight_place": "tight_place",
}


def main(cycles: int, seed: int) -> int:
    """Runs the soak; the exit code."""
    print(f"{cycles} cycles, seed {seed}", flush=True)
    watch_for_faults()
    from app.desktop.main import make_application

    app, rng = make_application(), random.Random(seed)
    own: list[float] = []
    workers: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        window = made_window(Path(folder))
        wait(app, lambda: window.viewport is not None)
        for number in range(1, cycles + 1):
            workers.append(cycle(app, window, rng))
            assert not FAULTS, FAULTS
            forget_deleted(app)
            own.append(memory_mb())
            if number % 10 == 0:
                print(f"{number} cycles, {own[-1]:.0f} MB, worker {workers[-1]:.0f} MB", flush=True)
        long_mb = of_a_long_program(app, window, Path(folder))
        window.close()
    grown = [growth(own), growth(workers)]
    print(
        f"{cycles} cycles: the window has grown by {grown[0]:.1f} MB, its worker by "
        f"{grown[1]:.1f} MB; {LONG_LINES} lines: worker {long_mb:.0f} MB"
    )
    return 0 if max(grown) <= MOST_MB and long_mb < MOST_WORKER_MB and not FAULTS else 1


def cycle(app, window, rng: random.Random) -> float:
    """Opens a cell with its program, edits it, lets it be run and checked, and closes it; the
    megabytes of the worker after the check."""
    document, (cell, program) = window.document, rng.choice(sorted(WORK.items()))
    window.desk.open_cell(cell)
    assert window.desk.open_program(program)
    editor = window.editor.current
    editor.go_to(rng.randrange(3, editor.blockCount()))
    editor.insertPlainText("SPEED 90\n")
    wait(app, lambda: document.is_settled, f"{cell}, {program}")
    worker = workers_mb()
    window.actions_by_key["run"].trigger()
    live(app, 0.1)
    window.actions_by_key["stop"].trigger()
    for source in tuple(document.sources):
        window.desk.close_program(source)
    return worker


def of_a_long_program(app, window, folder: Path) -> float:
    """Megabytes of the worker after the check of a program of 5,000 lines."""
    lines = ["10 POINT A 700 -60 400 0 70 0", "20 POINT B 700 60 400 0 70 0", "30 READY"]
    lines += [f"{10 * k} MOVES {'AB'[k % 2]}" for k in range(4, LONG_LINES)]
    path = folder / "long.val"
    path.write_text("\n".join([*lines, f"{10 * LONG_LINES} END\n"]), encoding="utf-8")
    window.desk.open_cell("kakazu1985")
    assert window.desk.open_program(path)
    most = 0.0
    while not window.document.is_settled:
        live(app, 0.2)
        most = max(most, workers_mb())
    return max(most, workers_mb())


def growth(sizes: list[float]) -> float:
    """How much more the last quarter holds than the second one, MB."""
    quarter = len(sizes) // 4
    return median(sizes[-quarter:]) - median(sizes[quarter : 2 * quarter]) if quarter else 0.0


if __name__ == "__main__":
    run(main, "Memory over open-edit-run-close cycles.", cycles=1000)
