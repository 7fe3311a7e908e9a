"""Long fuzzing of the edits of a cell: `python fuzz_edits.py [--seed N] [--seconds N]`.

Each round makes a walk of random edits, undo and redo over a shipped cell. A fault is printed with
its seed and the shortest sequence of moves that shows it; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import traceback
from collections import Counter

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

MOVES = 40  # of one walk


def main() -> int:
    """Walks until the rounds or the seconds are over."""
    reader = argparse.ArgumentParser(description="Random edits of shipped cells, undone and redone")
    reader.add_argument("--seed", type=int, default=1, help="of the first walk")
    reader.add_argument("--rounds", type=int, default=100_000, help="walks over every cell")
    reader.add_argument("--seconds", type=float, default=120.0, help="no walk begins after this")
    reader.add_argument("--moves", type=int, default=MOVES, help="moves of a walk")
    reader.add_argument("--cell", help="only this shipped cell")
    reader.add_argument(
        "--whole", action="store_true", help="show the whole walk, not the shortest"
    )
    reader.add_argument("--all", action="store_true", help="go on after a fault")
    given = reader.parse_args()
    from edit_walks import play, random_moves, shortest
    from PySide6.QtWidgets import QApplication

    from scenes.library import cell_names

    application = QApplication.instance() or QApplication([])
    assert application is not None
    end, total, walks, faults = time.monotonic() + given.seconds, Counter[str](), 0, 0
    for seed in range(given.seed, given.seed + given.rounds):
        for cell in [given.cell] if given.cell else cell_names():
            if time.monotonic() > end:
                break
            moves = random_moves(given.moves, random.Random(f"{cell} {seed}"))
            try:
                total += play(cell, seed, moves)
            except Exception:
                faults += 1
                print(f"cell {cell}, seed {seed}:\n{traceback.format_exc(limit=-4)}", flush=True)
                for number, move in enumerate(
                    moves if given.whole else shortest(cell, seed, moves), 1
                ):
                    print(f"  {number}. {move.act}, seed {move.seed}", flush=True)
                if not given.all:
                    return 1
            walks += 1
    print(f"{walks} walks from seed {given.seed}, {sum(total.values())} edits: {faults} faults")
    print(", ".join(f"{act} {count}" for act, count in sorted(total.items())))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
