"""Signals set by hand take effect at once, in a moving, waiting or standing run."""

from dataclasses import replace

import pytest

from app.desktop.debugging.hand_signals import PULSE_S
from app.desktop.runs.run_control import Command, RunState
from scenes.execution.machine.scenario import SignalEvent
from scenes.files.text.documents import read_document
from scenes.library import cell_path

pytestmark = pytest.mark.window
PLACES = "POINT A 700 0 280 0 90 0\nPOINT B 650 100 300 0 90 0\n"
MOVING = PLACES + "MOVE A\nMOVE B\nIFSIG 5 THEN 100\nMOVE A\n100 END\n"
WAITING = PLACES + "MOVE A\nWAIT SIG(5)\nMOVE B\nWAIT SIG(-5)\nMOVE A\nEND\n"


@pytest.fixture
def hand(document, cell, by_hand):
    document.show_cell(cell, read_document(cell_path("kakazu1985"), "cell file"))
    return by_hand


def run(document, source_of, analyst, text: str):
    source = source_of(text)
    analyst.answer()
    return source


def go_on(document, clock, seconds: float) -> None:
    clock.now += seconds
    document.tick()


def test_a_signal_set_during_a_motion_acts_behind_it_and_the_run_goes_on(
    hand, document, source_of, analyst, clock
) -> None:
    source = run(document, source_of, analyst, MOVING)
    whole = document.run.duration
    document.press(Command.RUN)
    go_on(document, clock, 0.2)
    hand.put(5, True)
    assert source.scenario.by_hand == (SignalEvent(pytest.approx(0.2), 5, True),)
    analyst.answer()
    assert document.control.state is RunState.RUNNING
    assert document.control.position.time == pytest.approx(0.2)
    assert document.run.duration < whole
    assert [step.line for step in document.run.steps][-1] == 7


def test_a_waiting_program_goes_on_as_soon_as_its_signal_is_set(
    hand, document, source_of, analyst, clock
) -> None:
    run(document, source_of, analyst, WAITING)
    document.press(Command.RUN)
    go_on(document, clock, 100.0)
    assert (document.control.state, document.control.line) == (RunState.PAUSED, 4)
    hand.put(5, True)
    analyst.answer()
    assert document.control.state is RunState.RUNNING
    go_on(document, clock, 100.0)
    assert document.control.line == 6  # waits for the signal to go off
    hand.put(5, False)
    analyst.answer()
    go_on(document, clock, 100.0)
    assert document.control.state is RunState.FINISHED
    assert [(e.signal, e.on) for e in hand.events] == [(5, True), (5, False)]


def test_a_pulse_goes_off_by_itself(hand, document, source_of, analyst) -> None:
    run(document, source_of, analyst, PLACES + "MOVE A\nEND\n")
    document.seek(0.1)
    hand.pulse(7)
    analyst.answer()
    record = document.shown_run.signals
    assert record.of(7) == ((pytest.approx(0.1), True), (pytest.approx(0.1 + PULSE_S), False))


def test_at_a_stop_a_signal_holds_from_the_next_statement_on_and_not_before(
    hand, document, source_of, analyst
) -> None:
    text = PLACES + "IFSIG 5 THEN 100\nMOVE A\nIFSIG 5 THEN 100\nMOVE B\n100 END\n"
    run(document, source_of, analyst, text)
    document.show_line(4)  # at 0 s, behind the first IFSIG
    hand.put(5, True)
    analyst.answer()
    lines = [step.line for step in document.run.steps]
    assert 4 in lines and 6 not in lines
    assert hand.events == (SignalEvent(0.0, 5, True),)


def test_what_was_set_is_taken_back_as_a_whole(hand, document, source_of, analyst, clock) -> None:
    run(document, source_of, analyst, MOVING)
    whole = document.run.duration
    document.seek(0.2)
    hand.pulse(5)
    analyst.answer()
    hand.put(6, True)
    analyst.answer()
    hand.take_back()
    analyst.answer()
    assert hand.events == () and document.run.duration == whole


def test_another_press_replaces_what_was_set_later_by_hand(
    hand, document, source_of, analyst
) -> None:
    source = run(document, source_of, analyst, MOVING)
    for time, signal in ((0.6, 5), (0.5, 6), (0.2, 5)):
        document.seek(time)
        hand.pulse(signal)
        analyst.answer()
    times = {(e.signal, round(e.time, 6)) for e in source.scenario.by_hand if e.on}
    assert times == {(5, 0.2), (6, 0.5)}


def test_recorded_signals_run_as_they_did_by_hand(
    hand, document, source_of, analyst, clock, tmp_path
) -> None:
    source = run(document, source_of, analyst, WAITING)
    path = tmp_path / "a.scenario.yaml"
    path.write_text("# kept\nsignals: []\n", encoding="utf-8")
    source.scenario = replace(source.scenario, path=path)
    document.scenarios.follow()
    document.press(Command.RUN)
    for on in (True, False):
        go_on(document, clock, 100.0)
        hand.put(5, on)
        analyst.answer()
    duration = document.run.duration
    before = [(c.signal, c.on) for c in document.shown_run.signals.changes]
    assert hand.record()
    assert hand.events == () and source.scenario.by_hand == ()
    document.check_syntax(at_once=True)
    document.check_again()
    analyst.answer()
    assert document.run.duration == pytest.approx(duration, abs=0.002)
    assert [(c.signal, c.on) for c in document.shown_run.signals.changes] == before
    text = document.scenarios.current.text
    assert text.startswith("# kept\n") and text.count("  - {at: ") == 2
    assert document.history.undo(
        document.scenarios.current, lambda t, back: t.text_document.undo()
    ).is_done
    assert document.scenarios.current.text == "# kept\nsignals: []\n"
