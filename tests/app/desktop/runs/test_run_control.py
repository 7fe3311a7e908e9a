"""The state machine of a run by itself: no Qt, no cell, and a clock made of numbers."""

import random

import pytest

from app.desktop.runs.run_control import ALLOWED, Command, Position, RunControl, RunState
from app.desktop.runs.statements import Slot, TimeLine

# Two statements without time, three motions, one without time, one motion.
SLOTS = (
    Slot(1, 0.0, 0.0),
    Slot(2, 0.0, 0.0),
    Slot(3, 0.0, 2.0),
    Slot(5, 2.0, 3.0),
    Slot(6, 3.0, 3.0),
    Slot(7, 3.0, 5.0),
)
# The same statements, and one that cannot be carried out.
CUT_SHORT = (*SLOTS, Slot(8, 5.0, 5.0, fault="FAR is out of reach"))


@pytest.fixture
def ready() -> RunControl:
    return RunControl().with_run(SLOTS)


def test_without_a_run_nothing_but_jogging_is_allowed() -> None:
    empty = RunControl()
    assert [c for c in Command if empty.may(c)] == [Command.JOG]
    assert empty.press(Command.RUN, 0.0) is empty


def test_a_playback_is_where_the_clock_says_however_rarely_it_is_asked(ready) -> None:
    running = ready.press(Command.RUN, 100.0)
    assert running.advance(101.5).position == Position(2, 1.5)
    often = running
    for i in range(1, 151):
        often = often.advance(100.0 + i / 100.0)
    assert often.position.time == pytest.approx(1.5)


def test_a_run_ends_finished_at_its_last_moment(ready) -> None:
    done = ready.press(Command.RUN, 0.0).advance(99.0)
    assert done.state is RunState.FINISHED
    assert done.position == Position(6, 5.0)
    assert done.line == 7


def test_stepping_visits_even_lines_that_take_no_time(ready) -> None:
    control, now, lines = ready, 0.0, [ready.line]
    while control.state is not RunState.FINISHED:
        control = control.press(Command.STEP, now).advance(now + 10.0)
        now += 10.0
        lines.append(control.line)
    assert lines == [1, 2, 3, 5, 6, 7, 7]


def test_a_step_moves_at_the_speed_of_the_playback(ready) -> None:
    at_motion = ready.seek(0.0).with_speed(2.0, 0.0)
    stepping = at_motion.press(Command.STEP, 0.0)
    assert stepping.state is RunState.STEPPING
    assert stepping.advance(0.5).position == Position(2, 1.0)


def test_rapid_steps_each_carry_out_one_statement(ready) -> None:
    control = ready
    for _ in range(5):
        control = control.press(Command.STEP, 0.0)
    rested = control.advance(100.0)
    assert rested.position.index == 5
    assert rested.state is RunState.PAUSED


def test_stepping_back_goes_through_the_same_lines_the_other_way(ready) -> None:
    control = ready.press(Command.RUN, 0.0).advance(99.0)
    lines = []
    while control.may(Command.BACK):
        control = control.press(Command.BACK, 0.0)
        lines.append(control.line)
    assert lines == [7, 6, 5, 3, 2, 1]
    assert control.state is RunState.STOPPED


def test_stepping_back_inside_a_motion_goes_to_its_start(ready) -> None:
    assert ready.seek(2.5).press(Command.BACK, 0.0).position == Position(3, 2.0)


def test_a_run_stops_at_a_breakpoint_and_goes_on_from_it(ready) -> None:
    control = ready.with_breakpoints({5}).press(Command.RUN, 0.0).advance(50.0)
    assert (control.state, control.line, control.position.time) == (RunState.PAUSED, 5, 2.0)
    assert "breakpoint" in control.reason
    assert control.press(Command.RUN, 60.0).advance(99.0).state is RunState.FINISHED


def test_a_run_stops_at_a_statement_that_cannot_be_carried_out() -> None:
    slots = (Slot(1, 0.0, 1.0), Slot(2, 1.0, 1.0, fault="FAR is out of reach"))
    control = RunControl().with_run(slots).press(Command.RUN, 0.0).advance(9.0)
    assert control.state is RunState.PAUSED
    assert control.reason == "line 2: FAR is out of reach"


def test_a_run_that_is_cut_short_never_finishes_and_begins_again_when_run() -> None:
    cut = RunControl().with_run(CUT_SHORT)
    ways = (
        cut.press(Command.RUN, 0.0).advance(99.0),
        cut.seek(99.0),
        cut.seek(5.0),
        cut.at_line(8),
        cut.press(Command.TO_LINE, 0.0, line=8).advance(99.0),
        cut.seek(4.0).press(Command.STEP, 0.0).advance(99.0),
    )
    for control in ways:
        assert (control.state, control.line) == (RunState.PAUSED, 8)
        assert not control.may(Command.STEP)
        again = control.press(Command.RUN, 100.0).advance(101.0)
        assert (again.state, again.position.time) == (RunState.RUNNING, 1.0)
    assert all("FAR is out of reach" in control.reason for control in ways[:3])


def test_run_to_cursor_stops_at_the_line_or_the_next_below_it(ready) -> None:
    assert ready.press(Command.TO_LINE, 0.0, line=4).advance(50.0).line == 5


def test_run_to_a_cursor_that_is_behind_goes_back_to_it(ready) -> None:
    control = ready.seek(4.0).press(Command.TO_LINE, 0.0, line=3)
    assert control.position == Position(2, 0.0)
    assert not control.is_moving


def test_a_loop_begins_again_and_loses_no_time(ready) -> None:
    control = ready.with_loop(True).press(Command.RUN, 0.0).advance(11.5)
    assert control.state is RunState.RUNNING
    assert control.position.time == pytest.approx(1.5)
    assert control.advance(12.0).position.time == pytest.approx(2.0)


def test_a_change_of_speed_goes_on_from_where_the_run_is(ready) -> None:
    control = ready.press(Command.RUN, 0.0).with_speed(0.5, 1.0)
    assert control.position.time == pytest.approx(1.0)
    assert control.advance(2.0).position.time == pytest.approx(1.5)
    assert ready.with_speed(99.0, 0.0).speed == 4.0
    assert ready.with_speed(0.0, 0.0).speed == 0.1


def test_seeking_holds_the_run_and_stays_within_it(ready) -> None:
    running = ready.press(Command.RUN, 0.0)
    assert running.seek(1.0).state is RunState.PAUSED
    assert running.seek(99.0).state is RunState.FINISHED
    assert running.seek(-1.0).position.time == 0.0


def test_jogging_keeps_the_place_of_the_run_and_any_button_leaves_it(ready) -> None:
    jogging = ready.seek(2.5).press(Command.JOG, 0.0)
    assert jogging.state is RunState.JOG
    assert jogging.with_rest().position == Position(3, 2.5)
    assert jogging.press(Command.STOP, 0.0).state is RunState.STOPPED


def test_lines_that_move_in_the_text_move_in_the_run(ready) -> None:
    moved = ready.with_shifted_lines(5, 2)
    assert [slot.line for slot in moved.slots] == [1, 2, 3, 7, 8, 9]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("slots", [SLOTS, CUT_SHORT], ids=["whole", "cut short"])
def test_random_clicks_never_leave_the_machine_in_a_wrong_state(
    seed: int, slots: tuple[Slot, ...]
) -> None:
    clicks = random.Random(seed)
    control, now = RunControl().with_run(slots), 0.0
    for _ in range(300):
        now += clicks.choice((0.0, 0.01, 0.3, 2.0))
        before = control.advance(now)
        command = clicks.choice(list(Command))
        match clicks.randrange(6):
            case 0:
                control = before.seek(clicks.uniform(-1.0, 7.0))
            case 1:
                control = before.with_speed(clicks.uniform(0.0, 5.0), now)
            case 2:
                control = before.with_breakpoints(clicks.sample((1, 3, 5, 7), 2))
            case 3:
                control = before.with_loop(clicks.random() < 0.5)
            case _:
                control = before.press(command, now, line=clicks.randrange(9))
                assert before.may(command) or control == before
        check(control, slots)


def check(control: RunControl, slots: tuple[Slot, ...]) -> None:
    index, time = control.position.index, control.position.time
    assert 0 <= index <= len(slots)
    assert 0.0 <= time <= control.duration
    if index < len(slots):
        assert slots[index].start <= time <= slots[index].end
    if slots is CUT_SHORT:
        assert control.state is not RunState.FINISHED
        assert index < len(slots)
    assert (control.state is RunState.FINISHED) == (index == len(slots)) or (
        control.state is RunState.JOG
    )
    assert control.may(Command.PAUSE) == control.is_moving
    assert set(ALLOWED) == set(RunState)


def by_line() -> RunControl:
    """A line with a speed and a motion, one with two motions, and a called program."""
    slots = (
        Slot(1, 0.0, 0.0),
        Slot(4, 0.0, 0.0),
        Slot(4, 0.0, 2.0),
        Slot(4, 2.0, 2.0),
        Slot(6, 2.0, 3.0),
        Slot(6, 3.0, 4.0),
        Slot(8, 4.0, 4.0),
        Slot(8, 4.0, 5.0, depth=2),
        Slot(8, 5.0, 5.0, depth=2),
        Slot(9, 5.0, 6.0),
    )
    return RunControl().with_run(TimeLine.of(slots).stepped_by_line())


def stepped(control: RunControl, command: Command) -> list[int]:
    """The indices at which a run rests between steps of one kind."""
    found = [control.position.index]
    for now in range(0, 200, 10):
        control = control.press(command, float(now)).advance(now + 10.0)
        found.append(control.position.index)
        if control.state in (RunState.FINISHED, RunState.STOPPED):
            break
    return found


def test_a_step_carries_out_what_one_line_of_a_makers_text_comes_to() -> None:
    assert stepped(by_line(), Command.STEP) == [0, 1, 4, 5, 6, 7, 9, 10]
    assert stepped(by_line(), Command.OVER) == [0, 1, 4, 5, 6, 9, 10]
    assert stepped(by_line().seek(9.0), Command.BACK) == [10, 9, 7, 6, 5, 4, 1, 0]


def test_a_breakpoint_stops_once_in_a_line_that_comes_to_several_statements() -> None:
    control = by_line().with_breakpoints({4}).press(Command.RUN, 0.0).advance(1.0)
    assert (control.state, control.position.index) == (RunState.PAUSED, 1)
    control = control.press(Command.RUN, 10.0).advance(11.5)
    assert (control.state, control.position) == (RunState.RUNNING, Position(2, 1.5))
    assert control.advance(99.0).state is RunState.FINISHED
