"""The run after an edit is the run of the edited text, and only what the edit reaches is run."""

import numpy as np
import pytest

from scenes.execution import simulation
from scenes.execution.incremental import kept_runs
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.execution.simulation import simulate

TEXT = """POINT A 600 0 500 0 60 0
POINT B 600 120 480 0 70 0
POINT C 560 -150 520 10 80 0
N = 1
READY
MOVE A
DRAW 0 20 10
DRIVE 1 4
MOVES B
N = N + 2
DEPARTS 30
MOVE C
DRAW 10 N 5
MOVE A
END"""
LINES = TEXT.split("\n")


@pytest.fixture(autouse=True)
def _nothing_kept():
    kept_runs.forget()
    yield
    kept_runs.forget()


@pytest.fixture
def carried_out(monkeypatch):
    """The lines of the statements that the machine carries out."""
    lines, real = [], simulation.advance

    def counting(machine, now):
        statement = machine.statement(now)
        lines.append(0 if statement is None else statement.line)
        return real(machine, now)

    monkeypatch.setattr(simulation, "advance", counting)
    return lines


def changed(line, text, *, insert=False):
    """The text with a line, from 1, in another form, or with a new line before it."""
    lines = list(LINES)
    lines[line - 1 : line - 1 + (not insert)] = [] if text is None else [text]
    return "\n".join(lines)


def as_values(run):
    """All that a run says, as plain values to compare."""
    steps = [
        (
            step.statement,
            step.row,
            step.line,
            step.start_time,
            step.duration,
            step.motion.at(step.duration / 3.0).tolist(),
            [(p.code, p.line, p.message, p.severity, dict(p.figures)) for p in step.problems],
            *(state_values(state) for state in (step.before, step.after)),
        )
        for step in run.steps
    ]
    trace = run.trace
    arrays = (trace.lines, trace.depths, trace.advances, trace.done, trace.starts, trace.pauses)
    return steps, [array.tolist() for array in arrays], run.duration, run.halt is None


def state_values(state):
    named = {name: np.asarray(T).tolist() for name, T in state.locations.items()}
    parts = {name: None if T is None else T.tolist() for name, T in state.parts.items()}
    corner = None if state.corner is None else state.corner.taught.tolist()
    return (
        state.q.tolist(),
        state.opening,
        named,
        dict(state.variables),
        dict(state.signals),
        parts,
        state.pace,
        state.zone,
        corner,
    )


def cold(cell, text):
    kept_runs.forget()
    return simulate(cell, text)


def warm(cell, before, text):
    kept_runs.forget()
    simulate(cell, before)
    return simulate(cell, text)


EDITS = {
    "a motion": changed(8, "DRIVE 1 6"),
    "a relative motion": changed(7, "DRAW 0 25 10"),
    "a location that is used before and behind": changed(1, "POINT A 610 0 500 0 60 0"),
    "a location that one motion uses": changed(2, "POINT B 600 125 480 0 70 0"),
    "a variable": changed(4, "N = 3"),
    "a line more": changed(9, "DRIVE 2 1", insert=True),
    "a line less": changed(8, None),
    "an empty line more": changed(3, "", insert=True),
    "a corner zone": changed(9, "ACCURACY 20 ALWAYS", insert=True),
    "a speed": changed(10, "SPEED 40 ALWAYS", insert=True),
    "the last line": changed(14, "MOVE B"),
    "a line that cannot be carried out": changed(8, "DRIVE 1 900"),
    "nothing": TEXT,
}


@pytest.mark.parametrize("name", EDITS)
def test_a_run_after_an_edit_is_the_run_of_the_new_text(paper_cell, name):
    expected = as_values(cold(paper_cell, EDITS[name]))
    assert as_values(warm(paper_cell, TEXT, EDITS[name])) == expected
    back = as_values(cold(paper_cell, TEXT))
    assert as_values(warm(paper_cell, EDITS[name], TEXT)) == back


def test_only_the_edited_motion_and_those_that_start_elsewhere_are_carried_out(
    paper_cell, carried_out
):
    simulate(paper_cell, TEXT)
    carried_out.clear()
    simulate(paper_cell, EDITS["a motion"])
    # The line to B ends at the same joints but for their last digits, and DEPARTS begins there.
    assert carried_out == [8, 9, 11, 12]


def test_a_location_concerns_its_own_statements_only(paper_cell, carried_out):
    simulate(paper_cell, TEXT)
    carried_out.clear()
    simulate(paper_cell, EDITS["a location that one motion uses"])
    assert carried_out == [2, 9, 11, 12]  # DEPARTS and MOVE C start from where B was


def test_a_stop_with_a_zone_depends_on_the_motions_behind_it(paper_cell, carried_out):
    text = changed(6, "ACCURACY 15 ALWAYS", insert=True)
    simulate(paper_cell, text)
    carried_out.clear()
    edited = text.replace("MOVES B", "MOVES C")
    again = simulate(paper_cell, edited)
    assert min(carried_out) == 7  # the chain from READY begins there
    assert as_values(again) == as_values(cold(paper_cell, edited))


@pytest.mark.parametrize(
    "line", ["X = TIME", "TIMER 1 = 0\nX = TIMER(1)", "X = LIMITMARGIN()", "POINT D = DEST"]
)
def test_questions_about_time_and_cell_are_asked_again(paper_cell, line):
    text = changed(13, line, insert=True)
    edited = text.replace("DRIVE 1 4", "DRIVE 1 9")
    expected = as_values(cold(paper_cell, edited))
    assert as_values(warm(paper_cell, text, edited)) == expected


def test_runs_with_events_or_loops_begin_anew(paper_cell, carried_out):
    events = Scenario(events=(SignalEvent(0.5, 1, True),))
    for scenario, text in ((events, TEXT), (None, f"FOR I = 1 TO 2\n{TEXT[:-4]}\nEND\nEND")):
        simulate(paper_cell, text, scenario=scenario)
        count = len(carried_out)
        simulate(paper_cell, text, scenario=scenario)
        assert len(carried_out) == 2 * count
        carried_out.clear()


def test_another_cell_or_period_begins_anew(paper_cell, carried_out):
    simulate(paper_cell, TEXT)
    count = len(carried_out)
    simulate(paper_cell, TEXT, period=0.02)
    assert len(carried_out) == 2 * count


def test_random_edits_give_the_run_of_the_new_text(paper_cell):
    random = np.random.default_rng(7)
    lines, text = list(LINES), TEXT
    simulate(paper_cell, text)
    for _ in range(60):
        lines = edited(random, lines)
        text = "\n".join(lines)
        run = as_values(simulate(paper_cell, text))
        kept = list(kept_runs._runs)
        assert run == as_values(cold(paper_cell, text))
        kept_runs._runs[:] = kept


def edited(random, lines):
    """The lines with one changed, added or taken out; the first four and the last one stay."""
    lines, at = list(lines), int(random.integers(4, len(lines) - 1))
    x, y, z = random.uniform(-20.0, 20.0, 3).round(1)
    new = str(
        random.choice(
            [
                f"DRAW {x} {y} {z}",
                f"DRIVE {random.integers(1, 7)} {x / 4:.2f}",
                "MOVE A",
                "MOVES B",
                "MOVE C",
                f"N = {x}",
                f"DRAW {x} N {z}",
                f"POINT A {600 + x} {y} 500 0 60 0",
                f"ACCURACY {abs(x) + 1} ALWAYS",
                "FINE ALWAYS",
                f"SPEED {40 + x} ALWAYS",
                f"SPEED {400 + 9 * x} MMPS ALWAYS",
                "SINGULAR JOINT 2 ALWAYS",
                "SIGNAL 3",
                "; nothing",
                "TYPE N",
                "BREAK",
            ]
        )
    )
    kind = random.integers(3)
    if kind == 0:
        lines[at] = new
    elif kind == 1 or len(lines) < 9:
        lines.insert(at, new)
    else:
        del lines[at]
    return lines
