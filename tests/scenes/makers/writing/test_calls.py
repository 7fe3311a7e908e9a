"""Called programs stay called programs, and say the same orders; where they must not, no call."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from language import parse
from scenes import load_cell, simulate
from scenes.makers.foreign_text import ForeignText, program_of_foreign
from scenes.makers.maker_languages import LANGUAGES
from scenes.makers.writing.calls import names_for, routines_in, with_calls, without_calls
from scenes.makers.writing.comparison import deviation
from scenes.makers.writing.orders import Call, EndTurns, Go, Turns
from scenes.makers.writing.turns import without_turns
from scenes.makers.writing.unrolled import Orders, unrolled
from scenes.makers.written_program import written
from tests.depth import cases

ARMS = {
    "krl": "kuka_kr6_r900_2",
    "rapid": "abb_irb120",
    "urscript": "ur5e",
    "as": "ur5e",
    "vplus": "ur5e",
    "val3": "staubli_tx2_60",
    "ls": "fanuc_lrmate200id",
    "jbi": "yaskawa_gp8",
}
# How a program is called, and how it begins.
CALLS = {
    "krl": (r"^ *PICK\( \)", r"^DEF PICK\( \)"),
    "rapid": (r"^ *PICK;", r"^ *PROC PICK\(\)"),
    "urscript": (r"^ *PICK\(\)", r"^ *def PICK\(\):"),
    "as": (r"^ *CALL pick\b", r"^\.PROGRAM pick\(\)"),
    "vplus": (r"^ *CALL pick\b", r"^\.PROGRAM pick\(\)"),
    "val3": (r"^ *call PICK\(\)", r'<Program name="PICK">'),
    "ls": (r"^ *\d+:  CALL PICK ;", r"^/PROG  PICK$"),
    "jbi": (r"^CALL JOB:PICK$", r"^//NAME PICK$"),
}
# A loop in a called program, called in a loop, has a counter of its own.
PROGRAM = """\
;! dialect val
;! language 2
.PROGRAM MAIN
  SPEED 60 ALWAYS
  HERE START
  SET LOW = SHIFT(START BY 0, 0, -30)
  SET ASIDE = SHIFT(START BY 0, 15, -30)
  CALL PICK
  FOR K = 1 TO 3
    DRIVE 1, 10
    CALL PICK
  END
  CALL PICK
.END
.PROGRAM PICK
  MOVES LOW
  SIGNAL 3
  FOR J = 1 TO 4
    CALL SHAKE
  END
  CALL WAITING
  MOVES START
.END
.PROGRAM SHAKE
  MOVES ASIDE
  MOVES LOW
.END
.PROGRAM WAITING
  DELAY 0.5
  SIGNAL -3
.END
"""


def run_of(robot: str, program: str, tmp_path):
    cell = tmp_path / "one.cell.yaml"
    cell.write_text(f"cell: 1\nrobots: {{arm: {{use: {robot}}}}}\n")
    run = simulate(load_cell(cell), parse(program))
    assert [p.message for s in run.steps for p in s.problems if p.severity == "error"] == []
    return run


def robot_for(run, language: str):
    """The arm of a run; one whose controller reads a language."""
    known = run.cell.robot.controller
    return replace(run.cell.robot, controller=replace(known, language=language))


def ends_of(run) -> np.ndarray:
    moves = (s for s in run.steps if s.statement.instruction.moves and not s.motion.is_still)
    return np.array([step.goal for step in moves])


@pytest.mark.parametrize("language", ARMS)
def test_called_programs_are_written_once_and_read_back(language: str, tmp_path) -> None:
    run = run_of(ARMS[language], PROGRAM, tmp_path)
    made = written(unrolled(run), robot_for(run, language), language, "one")
    assert made.turns == 2 and "called programs kept" in made.content
    assert made.deviation.motions == len(ends_of(run)) == 5 * 10 + 3
    assert made.deviation.mm < 1e-3 and made.deviation.deg < 1e-4
    called, begins = (re.compile(form, re.MULTILINE) for form in CALLS[language])
    programs = [
        made.text,
        *(text for name, text in made.files if name.endswith(LANGUAGES[language].suffix)),
    ]
    text = "\n".join(programs).replace("\r\n", "\n")
    assert len(begins.findall(text)) == 1
    assert len(called.findall(text)) == 3
    assert made.motions == 1 + 2 + 2


@pytest.mark.parametrize("language", ARMS)
def test_a_program_with_calls_moves_as_ours_does_when_it_is_run_itself(language, tmp_path) -> None:
    """The text as a program of that maker, read by the reader for any author's, and run."""
    run = run_of(ARMS[language], PROGRAM, tmp_path)
    robot = robot_for(run, language)
    made = written(unrolled(run), robot, language, "one")
    text = made.text.replace("\r\n", "\n")
    program = program_of_foreign(ForeignText(text, language, made.files), robot)
    again = simulate(replace(run.cell, robot=robot), program)
    assert [p.message for s in again.steps for p in s.problems if p.severity == "error"] == []
    ends, back = ends_of(run), ends_of(again)
    # The text of a controller may begin with a motion to where our program begins.
    assert len(ends) <= len(back) <= len(ends) + 1
    assert np.abs(ends - back[-len(ends) :]).max() < 1e-5


def _random_program(rng: random.Random) -> str:
    """Programs that call each other, with motions that are there and back again, mostly."""

    def statements(callable_: list[str], depth: int) -> Iterator[str]:
        for _ in range(rng.randrange(1, 5)):
            x, y = rng.choice((0, 10)), rng.choice((5, 15))
            yield from rng.choice(
                (
                    [f"DRAW {x}, {y}, 0", f"DRAW {-x}, {-y}, 0"],
                    [f"DRIVE 1, {y}", f"DRIVE 1, {-y}"],
                    [f"DRAW 0, {y}, 0"] if rng.random() < 0.2 else ["DELAY 0.25"],
                    [f"SIGNAL {rng.choice((2, -2, 3))}"],
                    [f"TOOL TRANS({rng.choice((0, 20))}, 0, 100, 0, 0, 0)"],
                    [f"SPEED {rng.choice((40, 80))}"],
                    *([[f"CALL {rng.choice(callable_)}"]] * 4 if callable_ else []),
                )
            )
            if depth == 0 and rng.random() < 0.3:
                yield f"FOR K{len(callable_)} = 1 TO {rng.randrange(2, 4)}"
                yield from statements(callable_, 1)
                yield "END"

    names = ["ONE", "TWO", "THREE"]
    lines = [";! dialect val", ";! language 2"]
    for at, name in enumerate(("MAIN", *names)):
        zone = [f"ACCURACY {rng.choice((0, 3))} ALWAYS"] if rng.random() < 0.3 else []
        lines += [f".PROGRAM {name}", *zone, *statements(names[at:], 0), ".END"]
    return "\n".join(lines)


@pytest.mark.parametrize("language", ["krl", "urscript", "val3", "ls", "jbi"])
def test_whatever_is_called_the_orders_are_the_same(language: str, tmp_path) -> None:
    kept = 0
    for seed in range(cases(30, 6)):
        run = run_of(ARMS[language], _random_program(random.Random(seed)), tmp_path)
        orders = unrolled(run)
        maker = LANGUAGES[language]
        said = maker.said(orders)
        plain = replace(maker, keeps_calls=False, keeps_turns=False).said(orders)
        flat = without_turns(without_calls(said))
        off = deviation(plain, flat, run.cell.robot)
        assert max(off.mm, off.deg, off.joint_deg) < 1e-9
        made = written(orders, run.cell.robot, language, "one")
        assert made.deviation.mm < 1e-3
        kept += made.routines
    assert kept > cases(20, 3)


def check_rest(orders: tuple) -> None:
    """Asserts that the arm stands still where called programs begin and end."""
    stands = True
    for order in orders:
        if isinstance(order, Call):
            assert stands and order.orders
            check_rest(order.orders)
            last = without_calls(Orders(np.zeros(6), order.orders, ())).orders
            goes = [o for o in last if isinstance(o, Go)]
            assert not goes or goes[-1].zone_mm == 0.0
        elif isinstance(order, Go):
            stands = order.zone_mm <= 0.0


def test_a_call_in_a_corner_is_none(tmp_path) -> None:
    program = PROGRAM.replace("  SPEED 60 ALWAYS", "  ACCURACY 5 ALWAYS")
    orders = unrolled(run_of("ur5e", program, tmp_path))
    found = with_calls(orders, from_anywhere=True)
    check_rest(found.orders)
    assert "SHAKE" not in routines_in(found.orders)
    plain = unrolled(run_of("ur5e", PROGRAM, tmp_path))
    assert set(routines_in(with_calls(plain, True).orders)) == {"PICK", "SHAKE", "WAITING"}


ARGUED = """\
;! dialect val
;! language 2
.PROGRAM MAIN
  CALL DOWN(20)
  CALL DOWN(30)
  CALL DOWN(20)
  CALL DOWN(40)
.END
.PROGRAM DOWN(DEPTH)
  DRAW 0, 0, -DEPTH
  DRAW 0, 0, DEPTH
.END
"""


def test_calls_that_differ_by_their_arguments_are_written_where_they_stand(tmp_path) -> None:
    orders = unrolled(run_of("ur5e", ARGUED, tmp_path))
    found = with_calls(orders, from_anywhere=False).orders
    calls = [order for order in found if isinstance(order, Call)]
    assert [(call.line, call.name, call.text) for call in calls] == [
        (4, "DOWN", "CALL DOWN(20)"),
        (6, "DOWN", "CALL DOWN(20)"),
    ]
    assert sum(isinstance(order, Go) for order in found) == 4


RECURSIVE = """\
;! dialect val
;! language 2
.PROGRAM MAIN
  CALL DOWN(3)
  CALL DOWN(3)
.END
.PROGRAM DOWN(LEFT)
  IF LEFT > 0 THEN
    CALL DOWN(LEFT - 1)
  ELSE
    DRAW 0, 0, -20
    DRAW 0, 0, 20
  END
.END
"""


@pytest.mark.parametrize("language", ARMS)
def test_no_written_program_calls_itself(language: str, tmp_path) -> None:
    run = run_of(ARMS[language], RECURSIVE, tmp_path)
    made = written(unrolled(run), robot_for(run, language), language, "one")
    assert made.deviation.motions == 4
    said = LANGUAGES[language].said(unrolled(run))
    for name, call in routines_in(said.orders).items():
        assert name not in routines_in(call.orders)


def test_the_turn_that_is_repeated_for_ever_keeps_its_calls(tmp_path) -> None:
    program = PROGRAM.replace("  CALL PICK\n.END", "100 CALL PICK\n  GOTO 100\n.END")
    run = run_of("ur5e", program, tmp_path)
    assert run.cycle is not None
    said = LANGUAGES["urscript"].said(unrolled(run))
    at = next(
        i for i, order in enumerate(said.orders) if isinstance(order, Turns) and not order.count
    )
    assert [type(order) for order in said.orders[at:]] == [Turns, Call, EndTurns]
    assert not any("for ever" in loss.message for loss in said.losses)


def test_a_language_without_calls_says_the_orders_of_each(tmp_path) -> None:
    run = run_of("ur5e", PROGRAM, tmp_path)
    said = replace(LANGUAGES["urscript"], keeps_calls=False).said(unrolled(run))
    assert not any(isinstance(order, Call) for order in said.orders)


def test_no_two_programs_have_one_name_where_names_are_short() -> None:
    names = [f"a_very_long_name_of_a_program_{n}" for n in range(12)]
    found = names_for([*names, "main", "LOOP"], lambda name: name[:15], {"Main", "LOOP"})
    assert len({name.upper() for name in found.values()} - {"MAIN", "LOOP"}) == 14
