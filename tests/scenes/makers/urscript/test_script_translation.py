"""Flow, values, names, signals and threads of URScript."""

import numpy as np
import pytest

from kinematics import invert
from kinematics.poses.transforms import rotation_vector
from language import parse
from scenes import load_robot
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.makers.foreign_text import ForeignText, language_of, program_of_foreign
from scenes.makers.urscript.grammar.script_parser import MOST_BLOCKS
from scenes.makers.urscript.poses import pose_of_values
from scenes.makers.writing.orders import Await, Go, Stand, Switch
from scenes.makers.writing.unrolled import unrolled
from tests.scenes.makers.urscript.conftest import DOWN, lost, script, shown_pose, translate

A, B = "p[-0.4,-0.2,0.3,0.3,3.0,0.2]", "p[0.01,0.02,-0.03,0.1,-0.2,0.3]"


def pose(text: str) -> np.ndarray:
    return pose_of_values([float(value) for value in text[2:-1].split(",")])


@pytest.mark.parametrize("at_run", [False, True])
def test_poses_are_joined_as_the_controller_joins_them(at_run, goes_of) -> None:
    # Poses that change while the program runs are said, others are computed.
    again = ["i = 0", "while i < 1:", f"a = {A}", f"b = {B}", "i = i + 1", "end"]
    head = ["a = p[0,0,0,0,0,0]", "b = p[0,0,0,0,0,0]", *again] if at_run else [f"a={A}", f"b={B}"]
    goes = goes_of(
        *head,
        "movel(pose_trans(a, b))",
        "movel(pose_add(a, b))",
        "movel(pose_trans(a, pose_inv(b)))",
        "movel(pose_add(p[-0.4,-0.2,0.3,0,3.1,0], pose_sub(a, a)))",
        "movel(pose_add(pose_sub(a, b), p[0,0,0,0,0,0]))",
    )
    T_a, T_b = pose(A), pose(B)
    added, taken = T_a @ T_b, T_a @ invert(T_b)
    added[:3, 3], taken[:3, 3] = T_a[:3, 3] + T_b[:3, 3], T_a[:3, 3] - T_b[:3, 3]
    plain = pose("p[-0.4,-0.2,0.3,0,3.1,0]")
    for go, T in zip(goes, [T_a @ T_b, added, T_a @ invert(T_b), plain, taken], strict=True):
        assert shown_pose(go) == pytest.approx(T, abs=2e-4)


def test_components_of_a_pose_are_metres_and_a_rotation_vector(goes_of, told_by) -> None:
    change = ["i = 0", "while i < 1:", f"a = {A}", "i = i + 1", "end"]
    told = told_by(
        "a = p[0,0,0,0,0,0]",
        *change,
        "textmsg(a[0])",
        *(f"r = a[{at}]\ntextmsg(r)" for at in (3, 4, 5)),
    )
    vector = rotation_vector(pose(A)[:3, :3])
    assert [float(text) for text in told] == pytest.approx([-0.4, *vector], abs=1e-6)
    goes = goes_of(
        "a = p[0,0,0,0,0,0]",
        *change,
        "a[2] = a[2] + 0.05",
        "movel(a)",
        "a[4] = a[4] - 0.2",
        "movel(a)",
        "movel(p[a[0], a[1], a[2] - 0.05, a[3], a[4], a[5]])",
        "movel(p[a[0], a[1], a[2], 0.1*i, 2.5 + 0.1*i, 0.2*i])",
    )
    raised = pose(A)
    raised[2, 3] += 50
    assert shown_pose(goes[0]) == pytest.approx(raised, abs=2e-4)
    turned = pose_of_values([-0.4, -0.2, 0.35, vector[0], vector[1] - 0.2, vector[2]])
    assert shown_pose(goes[1]) == pytest.approx(turned, abs=2e-4)
    assert shown_pose(goes[2])[:3, 3] == pytest.approx([-400, -200, 300], abs=1e-3)
    assert shown_pose(goes[2])[:3, :3] == pytest.approx(turned[:3, :3], abs=1e-6)
    made = pose_of_values([-0.4, -0.2, 0.35, 0.1, 2.6, 0.2])
    assert shown_pose(goes[3]) == pytest.approx(made, abs=2e-4)


def test_loops_branches_and_jumps_go_as_they_are_written(told_by) -> None:
    told = told_by(
        "i = 0",
        "while True:",
        "i = i + 1",
        "if i == 2:",
        "continue",
        "elif i == 3:",
        'textmsg("three")',
        "elif i > 5:",
        "break",
        "else:",
        'textmsg("other ", i)',
        "end",
        'textmsg("end ", i)',
        "end",
        'textmsg("behind")',
        "k = 3",
        "while k > 0:",
        "k = k - 1",
        "end",
        "textmsg(k)",
    )
    others = ["other 1", "end 1", "three", "end 3", "other 4", "end 4", "other 5", "end 5"]
    assert told == [*others, "behind", "0"]


def test_functions_take_values_and_give_one_wherever_they_stand(told_by) -> None:
    told = told_by(
        "def area(w, h=2):",
        "w = w * h",
        "return w",
        "end",
        "w = 5",
        "textmsg(area(w))",
        "textmsg(area(w, 3) - area(1, 1))",
        "textmsg(w)",
        "while area(w) > 6:",
        "w = w - 1",
        "end",
        "textmsg(w)",
        "if area(1) == 2:",
        'textmsg("so")',
        "end",
    )
    assert told == ["10", "14", "5", "3", "so"]


def test_names_of_the_first_level_are_shared_and_those_of_functions_are_not(told_by) -> None:
    told = told_by(
        "a = 1",
        "b = 1",
        "def f():",
        "a = 2",
        "local b = 7",
        "c = 9",
        "global d = 4",
        "B = 3",
        "return c",
        "end",
        "c_out = f()",
        'textmsg("a ", a)',
        'textmsg("b ", b)',
        'textmsg("d ", d)',
        "textmsg(c_out)",
    )
    assert told == ["a 2", "b 1", "d 4", "9"]


def test_lists_and_structures_are_kept_part_by_part(told_by) -> None:
    told = told_by(
        "v = [1, 2, 3]",
        "i = 0",
        "while i < get_list_length(v):",
        "v[i] = v[i] * 10",
        "i = i + 1",
        "end",
        "textmsg(v[2])",
        "def both(x):",
        "s = struct(low=x, high=x+1)",
        "return s",
        "end",
        "s = both(4)",
        "textmsg(s.high)",
        "w = v",
        "w[0] = 5",
        "textmsg(v[0] + w[0])",
        "m = [[1,2],[3,4]]",
        "k = 1",
        "m[0][k] = 7",
        "textmsg(m[0][k] + m[1][0])",
    )
    assert told == ["30", "5", "15", "10"]


def test_a_vector_is_normalized_part_by_part(told_by) -> None:
    told = told_by("v = [3, 0, 4]", "v[1] = 0", "n = normalize(v)", "textmsg(n[0] + 10 * n[2])")
    assert [float(text) for text in told] == pytest.approx([8.6])


def test_expressions_are_worth_what_they_are_on_the_controller(told_by) -> None:
    cases = {
        "1 + 2 * 3 - 4 / 8": 6.5, "-x * -2": 5, "7 % 4": 3, "floor(-x)": -3, "ceil(x)": 3,
        "sin(x)": np.sin(2.5), "cos(-x)": np.cos(2.5), "atan2(x, -1)": np.arctan2(2.5, -1),
        "acos(x/5)": np.arccos(0.5), "d2r(x)": np.radians(2.5), "r2d(x)": np.degrees(2.5),
        "sqrt(x*x)": 2.5, "norm([x, 0, 6])": 6.5, "0x1F + .5": 31.5,
        "point_dist(p[0,0,x,0,0,0], p[0,0,0,0,0,0])": 2.5,
    }  # fmt: skip
    change = ["x = 0", "while x < 2:", "x = x + 2.5", "end"]
    told = told_by(*change, *(f"y{at} = {each}\ntextmsg(y{at})" for at, each in enumerate(cases)))
    assert [float(text) for text in told] == pytest.approx(list(cases.values()), rel=1e-6)


def test_signals_are_set_read_and_waited_for(run_of) -> None:
    text = script(
        "set_standard_digital_out(1, True)", "set_digital_out(9, False)",
        "set_configurable_digital_out(2, True)", "set_tool_digital_out(0, True)",
        "set_standard_digital_out(0, True)",
        "while not get_standard_digital_in(3):", "sync()", "end",
        "while get_digital_in(3) == True:", "sleep(0.01)", "end",
        "set_standard_digital_out(2, get_standard_digital_in(3))", "sleep(0.25)",
    )  # fmt: skip
    assert not lost(translate(text))
    made = translate(text)
    inputs = 1003 if "Inputs are signals" in made.text else 3
    events = (SignalEvent(5.0, inputs, True), SignalEvent(6.0, inputs, False))
    orders = unrolled(run_of(text, scenario=Scenario(events))).orders
    switched = [(o.output, o.on) for o in orders if isinstance(o, Switch)]
    expected = [(1, True), (9, False), (10, True), (16, True), (100, True), (2, False)]
    assert switched == expected
    assert [(o.input, o.on) for o in orders if isinstance(o, Await)] == [
        (inputs, True), (inputs, False)]  # fmt: skip
    assert [o.seconds for o in orders if isinstance(o, Stand)] == [0.25]


def test_a_question_to_the_operator_is_answered_by_the_scenario(told_by) -> None:
    lines = ['n = request_integer_from_primary_client("how many?")', "textmsg(n + 1)"]
    assert told_by(*lines, scenario=Scenario(answers=(4.0,)))[-1] == "5"


def test_a_thread_that_moves_is_run_to_its_end_and_another_one_is_passed_over(run_of) -> None:
    text = script(
        "thread go():", f"movel({DOWN})", "end", "thread watch():", "while True:",
        "set_standard_digital_out(2, True)", "sync()", "end", "end",
        "h = run go()", "w = run watch()", "join h", "kill w",
    )  # fmt: skip
    made = translate(text)
    assert [f.code for f in made.findings] == ["N705", "N705"] and not lost(made)
    orders = unrolled(run_of(text)).orders
    assert len([o for o in orders if isinstance(o, Go)]) == 2
    assert not [o for o in orders if isinstance(o, Switch)]
    assert made.coverage.ignored >= 6


def test_what_only_messages_depend_on_has_no_effect_and_other_unknown_values_are_told() -> None:
    shown = translate(script('t = socket_read_string("a")', 'textmsg("got ", t)'))
    assert not shown.findings and shown.coverage.ignored == 1
    asked = translate(
        script('t = socket_read_string("a")', 'if t == "go":', f"movel({DOWN})", "end")
    )
    assert [(f.code, f.line) for f in lost(asked)] == [("W702", 4), ("W702", 5)]
    assert "IF FALSE THEN" in asked.text


def test_texts_are_compared_as_the_controller_does(told_by) -> None:
    assert told_by(
        "def f(side):", 'if side == "left":', "return 1", "end", "return 2", "end",
        'textmsg(f("left"))', 'textmsg(f("right"))',
    ) == ["1", "2"]  # fmt: skip


def test_code_outside_of_functions_is_run_and_of_a_library_the_leading_function() -> None:
    loose = translate(f"set_tcp(p[0,0,0,0,0,0])\ndef up():\nmovel({DOWN})\nend\nup()\n")
    assert first_program(loose) == "MAIN_PROGRAM"
    library = translate(f"def b():\nmovel({DOWN})\nend\ndef a():\nb()\nend\ndef c():\nend\n")
    assert first_program(library) == "A"


def first_program(made) -> str:
    heads = [line.split()[1] for line in made.text.split("\n") if line.startswith(".PROGRAM")]
    return heads[0]


@pytest.mark.parametrize(
    "text",
    [
        "def a():\n" + "if True:\n" * (3 * MOST_BLOCKS) + "end\n" * 3,
        "def a():\nmovej([1,2,3\nend\n" * 50,
        "x = " + "(" * 500 + "\n",
        "def (\nend end end\nthread\nelse:\n]]]\n\x07 p[ p[ p[\n",
        "def a(): a() end\na()\n",
        "def a(x):\nreturn a(a(a(x)))\nend\n" * 20,
        "a = [[[[1,2],[3]],4],5]\nb = a[0][0][0][1]\na[1] = b\n",
        "{% if x %}\nmovej({{q}})\n{% endif %}\n",
        'popup("never closed)\nmovel(p[0,0,0,0,0])\n',
        "",
    ],
)  # fmt: skip
def test_hostile_and_torn_text_gives_findings_and_never_an_error(text) -> None:
    program = program_of_foreign(ForeignText(text, "urscript"), load_robot("ur5e"))
    assert program.coverage.lines >= len([f for f in program.reading.findings if f.code == "W702"])
    parse(program.reading.text)


def test_a_file_of_ten_thousand_lines_is_read_line_by_line() -> None:
    moves = [f"movel(p[-0.4,-0.2,{0.2 + at % 100 / 1000},0,3.1416,0])" for at in range(10_000)]
    made = translate("def a():\n" + "\n".join(moves) + "\nend\n")
    assert made.coverage.carried_out == 10_002 and not made.findings


def test_the_suffix_names_the_language() -> None:
    assert language_of("weld.script") == "urscript" and language_of("a.URScript") == "urscript"
    assert language_of("weld.txt", "urscript") == "urscript"
