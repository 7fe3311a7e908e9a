"""Prove a program free of collision: `python 04_prove.py`.

Example 3 is proven free. Then the goal is put 6 mm lower, at the height of the bench: the block is
driven into the floor of the crate.
"""

from pathlib import Path

from scenes import analyse, load_cell

HERE = Path(__file__).parent

cell = load_cell(HERE / "3_crate.cell.yaml")
text = (HERE / "3_crate.val").read_text(encoding="utf-8")

report = analyse(cell, text)
print(report.proof)
least = report.clearances.least
assert least is not None
print(f"nearest: {least.body_a} and {least.body_b}, {least.distance_mm:.1f} mm, line {least.line}")

report = analyse(cell, text.replace("620 -310 546", "620 -310 540"))
print(report.proof)
for problem in report.problems:
    print(problem)
