"""What a URScript program tells of its names: equal for edits that change no value of a name."""

import random
from collections.abc import Iterator

import pytest

from scenes import load_robot
from scenes.makers.urscript.grammar.script_stretches import read_script
from scenes.makers.urscript.meaning.script_routines import script_of
from scenes.makers.urscript.translation.script_facts import facts_of_script
from scenes.makers.urscript.translation.script_surroundings import _found
from scenes.makers.urscript.translation.script_translation import urscript_translated

PROGRAM = """def weld():
  set_tcp(p[0,0,0.1,0,0,0])
  where = p[-0.4,0.1,0.3,0,3.14,0]
  count = 2
  count = count + 1
  movej([0,-1.57,1.57,-1.57,-1.57,0], v=0.5)
  movel(where, v=0.1)
  if count > 3:
    set_digital_out(2, True)
  end
  list = [1,2,3]
  sleep(list[1])
  textmsg("part", count)
end"""


def facts(text: str) -> object:
    return facts_of_script(script_of(read_script(text)))


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("v=0.1", "v=0.2"),
        ("v=0.5)", "v=0.5, r=0.01)"),
        ("-1.57,0]", "-1.5,0]"),
        ("count > 3", "count > 4"),
        ('"part"', '"piece"'),
        ("  movej(", "  # movel\n  movej("),
        ("  if count", "\n\n  if count"),
    ],
)
def test_an_edit_that_changes_no_value_of_a_name_leaves_the_facts(was: str, now: str) -> None:
    assert was in PROGRAM
    assert facts(PROGRAM.replace(was, now)) == facts(PROGRAM)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("0.1,0,0,0])", "0.2,0,0,0])"),
        ("0.1,0.3", "0.2,0.3"),
        ("count = 2", "count = True"),
        ("list[1]", "list[2]"),
        ("out(2", "out(3"),
        ("count > 3", "other > 3"),
        ("  list =", "  global list ="),
        ("  sleep(list[1])", "  if True:\n    list = [1,2]\n  end"),
        ("movel(where", "movel(pose_trans(where, where)"),
        ("count + 1", 'count + "1"'),
    ],
)
def test_an_edit_that_may_change_what_a_name_stands_for_changes_the_facts(
    was: str, now: str
) -> None:
    assert was in PROGRAM
    assert facts(PROGRAM.replace(was, now)) != facts(PROGRAM)


def test_a_function_with_the_name_of_one_of_the_controller_has_facts_of_its_own() -> None:
    program = f"def sleep(n):\n  movej(n)\nend\n{PROGRAM}"
    assert facts(program) != facts(program)


def test_a_keystroke_in_a_motion_translates_few_of_many_lines_anew() -> None:
    robot = load_robot("ur5e")
    assert robot.controller is not None
    moves = [f"  movel(p[-0.4,{y / 1000},0.3,0,3.14,0], v=0.1)" for y in range(400)]
    rows = PROGRAM.split("\n")
    rows[-1:-1] = [row for move in moves for row in (move, "  movej([0,-1.5,1.5,0,1,0])")]
    urscript_translated("\n".join(rows), (), robot, robot.controller)
    rows[501] = rows[501].replace("0.4", "0.41")
    read = urscript_translated("\n".join(rows), (), robot, robot.controller).lines_read
    assert 0 < read < len(rows) / 3


def _statements(rng: random.Random, depth: int) -> Iterator[str]:
    """Statements of few kinds and names, so that many of them are equal."""
    names = ("count", "list", "where", "first", "second", "tool")
    values = ("2", "True", '"a"', "[1,2,3]", "p[0,0,0.1,0,0,0]", "list[1]", "half(count)", "where")
    tools = ("p[0,0,0.1,0,0,0]", "p[0,0,0.2,0,0,0]", "tool", "p[0,0,0.1,0,0,0]")
    for _ in range(rng.randrange(1, 9)):
        name, value = rng.choice(names), rng.choice(values)
        reach = rng.choice(("", "", "", "global ", "local "))
        yield rng.choice(
            (
                f"{reach}{name} = {value}",
                f"{name} = {name} + {rng.randrange(3)}",
                "list[1] = count",
                f"movel({name}, v=0.1)",
                "movej([0,-1.57,1.57,-1.57,-1.57,0])",
                f"set_digital_out({rng.choice(('1', '2', 'count'))}, get_digital_in(1))",
                f"set_tcp({rng.choice(tools)})",
                f"sleep(half({value}))",
                f"return {value}",
                f"textmsg({name})",
            )
        )
        if depth < 2 and rng.random() < 0.3:
            yield rng.choice((f"if {name} > 2:", f"while half({name}):"))
            yield from _statements(rng, depth + 1)
            yield "end"


def _program(rng: random.Random) -> str:
    heads = ["def half(a):", "def other(b, c = 2):", "thread beside():"]
    inner = [line for head in heads for line in (head, *_statements(rng, 0), "end")]
    main = ["def weld():", *_statements(rng, 0), "run beside()", *_statements(rng, 0), "end"]
    return "\n".join([*inner, *main, "weld()"])


def test_two_of_all_statements_with_equal_facts_tell_as_much_as_all_of_them() -> None:
    robot = load_robot("ur5e")
    shorter = 0
    for seed in range(300):
        script = script_of(read_script(_program(random.Random(seed))))
        brief = facts_of_script(script).brief
        whole, short = (
            _found(each, robot, robot.controller, frozenset()) for each in (script, brief)
        )
        assert whole.state == short.state, seed
        counts = [sum(len(each.entries(r)) for r in each.everything()) for each in (script, brief)]
        shorter += counts[1] < counts[0]
    assert shorter > 150
