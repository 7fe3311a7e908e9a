"""What a URScript program tells of its names: equal for edits that change no value of a name."""

import pytest

from scenes import load_robot
from scenes.makers.urscript.grammar.script_stretches import read_script
from scenes.makers.urscript.meaning.script_routines import script_of
from scenes.makers.urscript.translation.script_facts import facts_of_script
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
