"""Run a program in a cell and write its trajectory: `python 03_run_and_export.py [FOLDER]`."""

import sys
from pathlib import Path

import numpy as np

from scenes import export, load_cell, read_csv, simulate

HERE = Path(__file__).parent
folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")

cell = load_cell(HERE / "2_pick.cell.yaml")
run = simulate(cell, HERE / "2_pick.val")
print(f"{len(run.steps)} steps, {run.duration:.2f} s, {len(run.problems)} problems")

# A run knows every moment: the pose of the arm, the active line, the held part.
for time in (1.0, 3.0, 5.0):
    state = run.state_at(time)
    held = state.held.part if state.held is not None else "nothing"
    print(f"at {time:.0f} s: line {run.line_at(time)}, the hand holds {held}")

path = export(run, folder / "2_pick.csv")
table = read_csv(path)
same = np.array_equal(table.joints, run.trajectory().q_in_door_units())
print(f"{path.name}: {len(table.times)} samples, read back to the same numbers: {same}")
