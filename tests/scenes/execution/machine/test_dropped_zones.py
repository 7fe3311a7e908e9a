"""Corner zones that a motion does not use: each is noted with its reason."""

import numpy as np
import pytest

from scenes.execution.machine import corners
from scenes.execution.simulation import simulate

STOPS = "POINT A 700 0 280 0 90 0\nPOINT B 600 250 400 20 80 10\nMOVE A\n"


def notes_of(run):
    return {p.line: p.message for p in run.problems if "mm is not used here: " in p.message}


def run_of(cell, text):
    run = simulate(cell, text)
    assert run.program.ok, run.diagnostics
    assert not [p for p in run.problems if p.severity == "error"], run.problems
    return run


def random_pairs(seed, count):
    """Motions of all joints and straight lines in turn, some very short, one on each line."""
    rng, lines, at = np.random.default_rng(seed), [], np.zeros(3)
    for number in range(count):
        size = rng.choice([0.02, 1.0, 40.0])
        if rng.random() < 0.5:
            turn = size / 4.0 * (-1.0) ** number
            lines.append(f"DRIVE {rng.integers(1, 7)}, {turn:.3f}")
        else:
            place = rng.uniform(-size, size, 3)
            lines.append("DRAW {:.3f}, {:.3f}, {:.3f}".format(*(place - at)))
            at = place
    return lines


@pytest.mark.parametrize("zone", [0.2, 3, 30])
@pytest.mark.parametrize("seed", range(2))
def test_every_motion_of_a_random_program_goes_over_or_says_why_not(paper_cell, seed, zone):
    lines = random_pairs(seed, 24)
    text = STOPS + f"ACCURACY {zone} ALWAYS\n" + "\n".join(lines) + "\nEND"
    run = run_of(paper_cell, text)
    notes, moving = notes_of(run), [s for s in run.moving_steps if s.line > 4]
    assert len(moving) == len(lines)
    for step in moving[:-1]:
        assert (step.after.corner is not None) != (step.line in notes), step.statement.shown
    assert moving[-1].line not in notes


@pytest.mark.parametrize(
    ("before", "between", "words"),
    [
        ("", "DELAY 1", ""),
        ("", "BREAK", ""),
        ("REACTI 9, EMPTY\n", "", corners.WATCHED),
        ("OPEN 30\n", "", corners.HAND),
        ("", "OPEN 30", corners.HAND),
        ("", "DRAW 0, 0, 0", corners.NO_WAY),
        ("", "TYPE 1\n" * corners.LOOK_AHEAD, corners.FAR),
    ],
)
def test_the_reason_of_a_stop_is_said_unless_the_program_asks_for_it(
    paper_cell, before, between, words
):
    text = f"{STOPS}{before}COARSE\nMOVE B\n{between}\nDRAW 0, 20, 20\nEND\n.PROGRAM EMPTY\n.END\n"
    run = run_of(paper_cell, text)
    step = next(s for s in run.steps if s.statement.shown == "MOVE B")
    assert step.after.corner is None
    said = notes_of(run).get(step.line, "")
    assert said.endswith(words) and bool(said) == bool(words)


def test_a_motion_too_short_for_a_corner_is_told_from_a_corner_too_sharp(paper_cell):
    short = run_of(paper_cell, STOPS + "COARSE ALWAYS\nDRAW 0, 60, 0\nDRAW 0, 0, 0.01\nEND")
    sharp = run_of(paper_cell, STOPS + "ACCURACY 0.00001 ALWAYS\nDRAW 0, 60, 0\nDRAW 0, 0, 60\nEND")
    assert "too short" in notes_of(short)[5]
    assert "a stop takes less time" in notes_of(sharp)[5]
