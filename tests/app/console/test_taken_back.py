"""UNDO of the console takes back what commands have changed, one after another."""

import random

import pytest

from app.console.run_commands import RunDialogue
from app.console.teletype import Console
from scenes import load_cell

TEXT = '10 POINT A 700 0 280 0 90 0\n20 MOVE A\n30 PROMPT "HOW FAR", D\n40 X = D\n50 END\n'
COMMANDS = (
    "STEP", "NEXT 2", "EXECUTE", "PROCEED", "BACK", "ABORT", "RETRY", "DO X = 3", "DO READY", "12",
    "BREAKPOINT 40", "BREAKPOINT 20 X > 1", "WATCH X", "WATCH X + 1", "25 SIGNAL 3", "DELETE 20",
    "CHANGE 40", "X = 2 * D", "STATUS", "LISTP", "NONSENSE", "BREAKPOINT 999", "SPEED 20", "HELP",
    "0", "TYPEA",
)  # fmt: skip


@pytest.fixture(scope="module")
def cell():
    return load_cell("kakazu1985")


def console_of(cell, text: str = TEXT) -> Console:
    return Console(cell, text, runs=RunDialogue(cell))


def state(console: Console) -> tuple:
    """All that a user can ask the console about."""
    runs, session = console.runs, console.runs.session
    shown = ()
    if session is not None:
        now = session.now
        arm = tuple(now.state.q.round(9))
        shown = (now.status, session.at, now.time, dict(now.variables), arm, len(runs.steps_done()))
    return (console.text, runs.stops, runs.watches, runs.question, shown)


@pytest.mark.parametrize("seed", range(15))
def test_undo_goes_back_through_every_state_that_random_commands_have_made(cell, seed) -> None:
    rng, console = random.Random(seed), console_of(cell)
    states = [state(console)]
    for _ in range(20):
        console.feed(rng.choice(COMMANDS))
        while console._session.pending is not None:
            console.feed("25 READY" if "CHANGE" in str(console._session.pending) else "0")
        if state(console) != states[-1]:
            states.append(state(console))
    assert len(states) > 3
    for expected in reversed(states[:-1]):
        while True:
            (first, *_) = console.feed("UNDO")
            assert first.startswith("UNDONE: "), first
            if state(console) != states[-1]:
                break  # a command may change what no question shows
        states.pop()
        assert state(console) == expected


def test_undo_says_what_it_took_back_and_where_the_run_stands(cell) -> None:
    console = console_of(cell)
    console.feed("STEP 2")
    console.feed("STATUS")
    assert console.feed("DO X = 5") == []
    assert console.feed("UNDO")[0] == "UNDONE: DO X = 5"
    assert console.feed("undo") == ["UNDONE: STEP 2", "NO PROGRAM IS RUNNING"]
    assert console.feed("UNDO") == ["THERE IS NOTHING TO UNDO"]


def test_undo_of_an_edit_tells_the_owner_of_the_text(cell) -> None:
    told: list[str] = []
    console = Console(cell, TEXT, told.append)
    console.feed("INSERT 20")
    console.feed("DELAY 1")
    assert "DELAY 1" in told[-1]
    assert console.feed("UNDO") == ["UNDONE: INSERT 20 DELAY 1", "THE PROGRAM IS AS IT WAS BEFORE"]
    assert told[-1] == TEXT


def test_an_edit_is_not_undone_where_the_program_was_changed_elsewhere(cell) -> None:
    console = console_of(cell)
    console.feed("60 READY")
    console.feed("0")
    console.follow(console.text.replace("20 MOVE A", "20 READY"))
    (answer,) = console.feed("UNDO")
    assert "CHANGED ELSEWHERE SINCE 60 READY" in answer and "20 READY" in console.text


def test_the_question_of_prompt_can_be_undone_and_help_does_not_answer_it(cell) -> None:
    console = console_of(cell)
    console.feed("EXECUTE")
    assert console.prompt.startswith("HOW FAR")
    assert console.feed("HELP PROMPT")[0].startswith("PROMPT")
    assert console.prompt.startswith("HOW FAR")
    console.feed("12")
    console.feed("UNDO")
    assert console.prompt.startswith("HOW FAR")
    console.feed("UNDO")
    assert console.runs.session is None


def test_words_that_are_typed_as_a_line_are_no_commands(cell) -> None:
    console = console_of(cell, "")
    console.feed("READY")
    console.feed("INSERT 10")
    answer = console.feed("UNDO")
    assert not any("UNDONE" in line for line in answer) and "READY" in console.text
