"""Programs of AS on an arm: what settings, products and steps do, by laws of the language."""

import random

import numpy as np
import pytest

from kinematics import forward, invert
from scenes import simulate
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.makers.foreign_text import ForeignText, language_of, program_of_foreign
from scenes.makers.kawasaki.zyz_places import pose_of_place
from scenes.makers.writing.orders import Switch
from scenes.makers.writing.unrolled import unrolled
from tests.depth import cases
from tests.scenes.makers.kawasaki.conftest import motions_of, run_of


def test_the_suffix_of_a_file_names_the_language() -> None:
    assert language_of("backup.as") == language_of("weld.PG") == "as"
    assert language_of("draw.v2") == "vplus"


def test_a_setting_without_always_holds_for_one_motion(cell_of) -> None:
    lines = (
        "SPEED 40 MM/S ALWAYS\nACCURACY 7 ALWAYS\nTDRAW 0,0,-20\nACCURACY 3\n"
        "TDRAW 0,30\nTDRAW 30\nTDRAW 0,-30\nSPEED 20 MM/S\nTDRAW -20\nTDRAW 0,0,20"
    )
    went = motions_of(cell_of(""), f".PROGRAM a()\n{lines}\n.END\n")
    assert [go.mm_s for go in went] == pytest.approx([40, 40, 40, 40, 20, 40])
    assert [go.zone_mm for go in went[:3]] == pytest.approx([7, 3, 7])


def test_motions_overlap_by_a_millimetre_at_the_start_and_break_ends_that(cell_of) -> None:
    lines = "SPEED 50 MM/S ALWAYS\nTDRAW 0,0,-20\nTDRAW 0,30\nBREAK\nTDRAW 30\nTDRAW 0,-30"
    went = motions_of(cell_of(""), f".PROGRAM a()\n{lines}\n.END\n")
    assert [go.zone_mm for go in went[:3]] == pytest.approx([1, 0, 1])


def test_sums_of_locations_are_products_from_left_to_right(cell_of) -> None:
    cell = cell_of("")
    T_here = forward(cell.robot.mechanism, cell.robot.ready) @ cell.robot.T_flange_tool
    a, b = [5, -6, 7, 20, 10, 30], [-4, 3, 2, 5, -8, 15]
    row_a, row_b = (", ".join(map(str, row)) for row in (a, b))
    lines = (
        f"HERE h\nPOINT a = TRANS({row_a})\nPOINT b = TRANS({row_b})\n"
        "LMOVE h + a + b\nLMOVE h + b + a\nLMOVE h + -a\nLMOVE h - a + b\nLAPPRO h + a, 12"
    )
    went = motions_of(cell, f".PROGRAM p()\n{lines}\n.END\n")
    T_a, T_b = pose_of_place(a), pose_of_place(b)
    back = np.eye(4)
    back[2, 3] = -12.0
    expected = [T_a @ T_b, T_b @ T_a, invert(T_a), invert(T_a) @ T_b, T_a @ back]
    for go, T in zip(went, expected, strict=True):
        assert go.T_base_tool == pytest.approx(T_here @ T, abs=1e-6)
    assert not np.allclose(T_a @ T_b, T_b @ T_a, atol=0.1)


def test_draw_is_in_the_base_and_tdraw_in_the_tool(cell_of) -> None:
    cell = cell_of("")
    T = forward(cell.robot.mechanism, cell.robot.ready) @ cell.robot.T_flange_tool
    went = motions_of(cell, ".PROGRAM p()\nDRAW 10,-20,5\nBREAK\nTDRAW 1,2,-30\n.END\n")
    first = T.copy()
    first[:3, 3] += [10, -20, 5]
    assert went[0].T_base_tool == pytest.approx(first, abs=1e-6)
    second = first.copy()
    second[:3, 3] += first[:3, :3] @ [1, 2, -30]
    assert went[1].T_base_tool == pytest.approx(second, abs=1e-6)


@pytest.mark.parametrize("axis", range(3))
def test_draw_turns_about_the_base_and_tdraw_about_the_tool(cell_of, axis: int) -> None:
    cell = cell_of("")
    T = forward(cell.robot.mechanism, cell.robot.ready) @ cell.robot.T_flange_tool
    turns = ",".join("-12" if each == axis else "0" for each in range(3))
    program = f".PROGRAM p()\nDRAW 5,-6,7,{turns}\nBREAK\nTDRAW 1,2,-3,{turns}\n.END\n"
    went = motions_of(cell, program)
    R = np.eye(4)
    first, second = (each for each in range(3) if each != axis)
    angle = np.radians(-12 if axis != 1 else 12)
    R[first, first] = R[second, second] = np.cos(angle)
    R[second, first] = np.sin(angle)
    R[first, second] = -R[second, first]
    one = R @ T
    one[:3, 3] = T[:3, 3] + [5, -6, 7]
    assert went[0].T_base_tool == pytest.approx(one, abs=1e-6)
    shift = np.eye(4)
    shift[:3, 3] = [1, 2, -3]
    assert went[1].T_base_tool == pytest.approx(one @ shift @ R, abs=1e-6)


def test_joints_tools_and_bases_of_a_controller_are_its_own(cell_of) -> None:
    cell = cell_of("as")
    own, mechanism = cell.robot.controller, cell.robot.mechanism
    q = cell.robot.ready + 0.05
    shown = " ".join(f"{value:.9f}" for value in np.degrees(own.shown(q)))
    tool, base = [0, 10, 120, 0, 0, 45], [20, -10, 30, 15, 0, 0]
    T_tool = own.T_flange_controller @ pose_of_place(tool)
    T_base = own.T_base_controller @ pose_of_place(base)
    T = forward(mechanism, q) @ T_tool
    text = (
        ".PROGRAM p()\nTOOL t\nBASE b\nJMOVE #j\nBREAK\nHERE h\nLMOVE h + TRANS(0,0,-25)\n"
        "LMOVE SHIFT(h BY 10,20,-30)\n.END\n"
        f".TRANS\nt {' '.join(map(str, tool))}\nb {' '.join(map(str, base))}\n.END\n"
        f".JOINTS\n#j {shown}\n.END\n"
    )
    went = motions_of(cell, text)
    assert went[0].q == pytest.approx(q, abs=1e-8)
    assert went[1].T_base_tool[:3, 3] == pytest.approx(T[:3, 3] - 25 * T[:3, 2], abs=1e-5)
    moved = T[:3, 3] + T_base[:3, :3] @ [10, 20, -30]
    assert went[2].T_base_tool[:3, 3] == pytest.approx(moved, abs=1e-5)


def test_bits_set_the_signals_of_a_number(cell_of) -> None:
    run = run_of(cell_of(""), ".PROGRAM p()\nn = 5\nBITS 10,4 = n*2\nBITS 20,2 = -1\n.END\n")
    orders = unrolled(run, hand_output=2).orders
    switched = {order.output: order.on for order in orders if isinstance(order, Switch)}
    assert switched == {10: False, 11: True, 12: False, 13: True, 20: True, 21: True}


def test_exit_leaves_the_innermost_loop(cell_of) -> None:
    lines = (
        "n = 0\nFOR i = 1 TO 3\nWHILE TRUE DO\nn = n+1\nIF n MOD 4 == 0 THEN\nEXIT\nEND\nEND\nEND\n"
        "SIGNAL n"
    )
    run = run_of(cell_of(""), f".PROGRAM p()\n{lines}\n.END\n")
    switched = [o.output for o in unrolled(run, hand_output=2).orders if isinstance(o, Switch)]
    assert switched == [12]


def shown(run) -> list[float]:
    """The numbers that a run shows."""
    told = [problem.message for problem in run.problems if problem.code == "N303"]
    return [float(word) for text in told for word in text.split()]


def switched(cell, lines: str, more: str = "", language: str = "as") -> list[int]:
    """The numbers of the signals that a program switches, negative ones off."""
    run = run_of(cell, f".PROGRAM p()\n{lines}\n.END\n{more}", language)
    orders = unrolled(run, hand_output=99).orders
    return [o.output if o.on else -o.output for o in orders if isinstance(o, Switch)]


def test_scase_goes_to_the_text_that_is_meant(cell_of) -> None:
    lines = (
        '$way = "b"\nSCASE $way OF\nSVALUE "a":\nSIGNAL 1\nSVALUE "c", "b":\nSIGNAL 2\nANY:\n'
        'SIGNAL 3\nEND\nIF $way <> "b" THEN\nSIGNAL 4\nELSE\nSIGNAL 5\nEND'
    )
    assert switched(cell_of(""), lines) == [2, 5]


JUMPS = {
    "a motion": ("ONI", "LMOVE h + TRANS(0,0,-100)"),
    "a wait": ("ONI", "WAIT SIG(1007)"),
    "a delay": ("ONI", "TWAIT 3"),
    "the end of a motion": ("ON", "LMOVE h + TRANS(0,0,-100)"),
}


@pytest.mark.parametrize("name", JUMPS)
def test_a_signal_makes_a_jump(cell_of, name: str) -> None:
    word, line = JUMPS[name]
    lines = (
        f"HERE h\nSPEED 50 MM/S ALWAYS\n{word} 1005 GOTO out\n{line}\nPRINT 99\nout:\nHERE k\n"
        "PRINT DISTANCE(h, k)\nTIMER 1 = 0\nLMOVE h\nPRINT 7"
    )
    cell, program = cell_of(""), f".PROGRAM p()\n{lines}\n.END\n"
    events = Scenario((SignalEvent(1.0, 1005, True), SignalEvent(9.0, 1007, True)))
    way, *rest = shown(run_of(cell, program, scenario=events))
    assert rest == [7]
    assert {"a motion": 20 < way < 60, "the end of a motion": abs(way - 100) < 1e-3}.get(
        name, way == 0
    )
    late = Scenario((SignalEvent(9.0, 1007, True),))
    assert shown(run_of(cell, program, scenario=late))[0] == 99


def test_no_jump_is_made_where_the_signal_is_ignored(cell_of) -> None:
    lines = "ONI 1005 GOTO out\nTWAIT 0.5\nIGNORE 1005\nTWAIT 2\nPRINT 99\nout:\nPRINT 1"
    events = Scenario((SignalEvent(1.0, 1005, True),))
    run = run_of(cell_of(""), f".PROGRAM p()\n{lines}\n.END\n", scenario=events)
    assert shown(run) == [99, 1]


def test_a_called_program_gives_the_names_that_it_gets_their_values(cell_of) -> None:
    sub = ".PROGRAM get(.n, .&p)\n.n = 7\nPOINT .p = TRANS(4, 5, 6)\n.END\n"
    lines = "CALL get(n, where)\nSIGNAL n\nDECOMPOSE v[0] = where\nSIGNAL v[2]"
    assert switched(cell_of(""), lines, sub) == [7, 6]


@pytest.mark.parametrize(
    "loop", ["FOR i = 1 TO 5\n{}\nEND", "i = 0\nDO\ni = i+1\n{}\nUNTIL i == 5"]
)
def test_next_goes_on_with_the_next_turn_of_the_innermost_loop(cell_of, loop: str) -> None:
    body = "n = n+10\nIF i MOD 2 == 0 THEN\nNEXT\nEND\nn = n+1"
    assert switched(cell_of(""), f"n = 0\n{loop.format(body)}\nSIGNAL n", language="vplus") == [53]


WORKED_OUT = {
    "n = 3\nSIGNAL 2^n + 1": [9],
    "SIGNAL 3^2^2, 2*5^1": [81, 10],
    "SIGNAL 2, 4\nc = 3\nSIGNAL 20 + BITS(2, c)": [2, 4, 25],
    "n = 0\nWHILE BITS(5, 2 + n) <> 3 DO\nn = n+1\nBITS 5, 2 = n\nEND\nSIGNAL 30 + n": [
        5, -6, -5, 6, 5, 33,
    ],
    "n = 0\nDO\nn = n + 1\nUNTIL 2^n > 30\nSIGNAL n": [5],
    "x = ROUND(2.5)\ny = ROUND(-2.5)\nSIGNAL x, 10 + y": [3, 7],
    "POINT a = TRANS(7,8,9)\ni = 2\nSIGNAL DEXT(a, i)": [8],
    "n = 0\nFOR i = 1 TO 200\nr = RANDOM\nIF r < 0 OR r >= 1 THEN\nSIGNAL 9\nEND\n"
    "IF RANDOM < 0.25 THEN\nn = n + 1\nEND\nEND\nIF n > 30 AND n < 70 THEN\nSIGNAL 1\nEND": [1],
    "TCP_RECV ret, 1, $in[1], n, 1\nIF ret < 0 AND n == 0 THEN\nSIGNAL 3\nEND": [3],
}  # fmt: skip


@pytest.mark.parametrize("lines", WORKED_OUT)
def test_values_are_worked_out_before_the_line_that_needs_them(cell_of, lines: str) -> None:
    assert switched(cell_of(""), lines) == WORKED_OUT[lines]


def test_joint_values_are_taken_apart_as_the_controller_shows_them(cell_of) -> None:
    cell = cell_of("as")
    expected = np.degrees(cell.robot.controller.shown(cell.robot.ready))
    lines = "HERE #h\nDECOMPOSE v[3] = #h\nFOR i = 3 TO 8\nPRINT v[i]\nEND"
    run = run_of(cell, f".PROGRAM p()\n{lines}\n.END\n")
    assert shown(run) == pytest.approx(expected, abs=1e-4)


def test_the_tool_and_the_base_are_those_that_the_program_set(cell_of) -> None:
    lines = (
        "TOOL TRANS(0,10,120,0,0,45)\nBASE TRANS(20,-10,30,15,0,0)\nDECOMPOSE t[0] = TOOL\n"
        "DECOMPOSE b[0] = BASE\nFOR i = 0 TO 2\nPRINT t[i]\nPRINT b[i]\nEND\n"
        "PRINT t[3]+t[5]\nPRINT b[3]+b[5]"
    )
    run = run_of(cell_of("as"), f".PROGRAM p()\n{lines}\n.END\n")
    assert shown(run) == pytest.approx([0, 20, 10, -10, 120, 30, 45, 15], abs=1e-4)


def test_a_motion_until_a_signal_ends_where_it_comes(cell_of) -> None:
    lines = "HERE h\nSPEED 50 MM/S ALWAYS\nXMOVE h + TRANS(0,0,-100) TILL 1005\nHERE k\nSIGNAL 1"
    program = f".PROGRAM p()\n{lines}\nPRINT DISTANCE(h, k)\n.END\n"
    cell = cell_of("")
    far = run_of(cell, program)
    assert shown(far) == pytest.approx([100], abs=1e-3)
    near = run_of(cell, program, scenario=Scenario((SignalEvent(1.0, 1005, True),)))
    assert 20 < shown(near)[0] < 60


SIGNS = "ab,;. 12"  # of random texts


@pytest.fixture
def told_by(cell_of):
    """told_by(lines): the messages of a run of a program, all of whose lines are carried out."""

    def told(*lines: str, more: str = "") -> list[str]:
        body = "\n".join(lines)
        text = f".PROGRAM main()\n{body}\n.END\n{more}"
        cell = cell_of("")
        program = program_of_foreign(ForeignText(text, "as"), cell.robot)
        assert not [d for d in program.diagnostics if d.code in ("W702", "E701")]
        run = run_of(cell, text)
        return [p.message.strip() for p in run.problems if p.code == "N303"]

    return told


def random_text(chance: random.Random) -> str:
    return "".join(chance.choice(SIGNS) for _ in range(chance.randrange(1, 9)))


@pytest.mark.parametrize("seed", range(cases(40, 6)))
def test_pieces_of_a_text_are_those_of_python(told_by, seed: int) -> None:
    chance = random.Random(seed)
    text, other = random_text(chance), random_text(chance)
    first, count = chance.randrange(1, 10), chance.randrange(0, 10)
    pieces = {
        f"$MID($a, {first}, n)": text[first - 1 : first - 1 + count],
        f"$MID($a, n + 1, {count})": text[count : 2 * count],
        f"$LEFT($a, {count})": text[:count],
        "$RIGHT($a, n)": text[max(len(text) - count, 0) :],
        "$a + $b": text + other,
        '$b + ";" + $LEFT($a, n) + $CHR(97)': f"{other};{text[:count]}a",
        '$ENCODE($a, "x", $b)': f"{text}x{other}",
    }
    numbers = {
        "LEN($a)": len(text),
        "INSTR($a, $RIGHT($b, 1))": text.find(other[-1:]) + 1,
        "INSTR(2, $a, $LEFT($b, 1))": text.find(other[:1], 1) + 1,
        "ASC($a, n + 1)": ord(text[count]) if count < len(text) else -1,
    }
    lines = [f'$a = "{text}"', f'$b = "{other}"', f"n = {count}"]
    for words, meant in pieces.items():
        lines += [f'IF {words} == "{meant}" THEN', 'PRINT "same"', "ELSE", f"PRINT {len(lines)}"]
        lines += ["END"]
    for words, number in numbers.items():
        lines += [f"PRINT {words} - {number}"]
    assert told_by(*lines) == ["same"] * len(pieces) + ["0"] * len(numbers)


@pytest.mark.parametrize("seed", range(cases(20, 4)))
def test_numbers_between_commas_are_those_of_python(told_by, seed: int) -> None:
    chance = random.Random(seed)
    numbers = [round(chance.uniform(-999, 999), chance.randrange(3)) for _ in range(5)]
    listed = ",".join(map(str, numbers))
    told = told_by(
        f'$given = "{listed}"', "i = 0", "DO", '$one = $DECODE($given, ",", 0)',
        "PRINT VAL($one)", '$one = $DECODE($given, ",", 1)', "i = i + 1", 'UNTIL $given == ""',
        "PRINT i",
    )  # fmt: skip
    assert [float(each) for each in told] == [*map(float, listed.split(",")), len(numbers)]


def test_a_called_program_takes_apart_what_it_is_given(told_by) -> None:
    sub = (
        '.PROGRAM take(.$t, .n)\n.$x = $DECODE(.$t, ":", 0)\n.$x = $DECODE(.$t, ":", 1)\n'
        '.n = VAL(.$t)\nSCASE $LEFT(.$t, 1) OF\nSVALUE "7", "8":\nPRINT "high"\nANY\n'
        'PRINT "low"\nEND\n.END\n'
    )
    lines = (
        '$a = "x:75"',
        "CALL take($a, v)",
        "PRINT v, $a",
        'CALL take("y:" + "12", v)',
        "PRINT v",
    )
    told = told_by(*lines, more=sub)
    assert told[0] == "high" and told[2] == "low" and told[3] == "12"
    assert told[1].startswith("75")


def test_a_text_of_no_value_ends_the_run(cell_of) -> None:
    cell = cell_of("")
    text = '.PROGRAM main()\nIF FALSE THEN\n$a = "x"\nEND\nn = LEN($a)\nPRINT n\n.END\n'
    program = program_of_foreign(ForeignText(text, "as"), cell.robot)
    run = simulate(cell, program)
    assert [p for p in run.problems if p.severity == "error"]
    assert not [p for p in run.problems if p.code == "N303"]


STATES = (
    '.PROGRAM run()\nn = {first}\nDO\n$to = "state" + $ENCODE(/L, n)\nIF EXISTPGM($to) THEN\n'
    'SCALL $to\nELSE\nPRINT "none"\nn = -1\nEND\nUNTIL n < 0\n.END\n'
    ".PROGRAM other()\nBREAK\n.END\n"
)


@pytest.mark.parametrize("seed", range(cases(20, 4)))
def test_a_text_with_a_number_names_the_program_that_is_called(cell_of, seed: int) -> None:
    chance = random.Random(seed)
    states = chance.sample([0, 1, 5, 10, 12, 100, 255], 4)
    after = [chance.choice([*states, 7, 2.5, 1000]) for _ in states]
    programs = "".join(
        f".PROGRAM state{n} ()\nPRINT {n}\nk = k + 1\nn = {then}\n"
        "IF k > 9 THEN\nn = -1\nEND\n.END\n"
        for n, then in zip(states, after, strict=True)
    )
    text = STATES.format(first=f"{states[0]}\nk = 0") + programs
    told, here, count = list[str](), float(states[0]), 0
    while here >= 0:  # what a controller does, step by step
        if here not in states:
            told.append("none")
            break
        told.append(f"{here:g}")
        count += 1
        here = -1 if count > 9 else after[states.index(int(here))]
    problems = run_of(cell_of(""), text).problems
    assert [p.message.strip() for p in problems if p.code == "N303"] == told


@pytest.mark.parametrize("on", range(8))
def test_a_signal_is_set_by_the_condition_of_others(told_by, on: int) -> None:
    a, b, c = (bool(on >> i & 1) for i in range(3))
    lines = [f"SIGNAL {'' if is_on else '-'}{n}" for n, is_on in ((3, a), (4, b), (2005, c))]
    told = told_by(
        *lines, "n = 4", "SOUT 7 = 3 AND (NOT n OR 2005)", "SOUT n + 5 = NOT 3 AND 2005 OR n",
        "PRINT SIG(7)", "PRINT SIG(9)",
    )  # fmt: skip
    wanted = [a and (not b or c), (not a and c) or b]
    assert [float(line) for line in told] == [-float(each) for each in wanted]


def test_joint_values_of_the_present_are_those_of_the_last_motion(cell_of) -> None:
    there = [20, -10, -80, 15, -60, 30]
    lines = f"JMOVE #[{', '.join(map(str, there))}]\nBREAK\nDECOMPOSE j[0] = #HERE\n"
    told = "\n".join(f"PRINT j[{i}]" for i in range(6))
    run = run_of(cell_of("as"), f".PROGRAM a()\n{lines}{told}\n.END\n")
    shown = [float(p.message) for p in run.problems if p.code == "N303"]
    assert shown == pytest.approx(there, abs=1e-3)


def test_a_line_takes_the_seconds_that_it_is_given_and_the_next_its_own_speed(cell_of) -> None:
    lines = (
        "SPEED 50 MM/S ALWAYS\nTDRAW 0,0,-20\nBREAK\nPOINT a = HERE\nSPEED 4 S\n"
        "LMOVE a + TRANS(0,200)\nLMOVE a\nSPEED 2 S\nLAPPRO a, 100\nSPEED 9 S\nTDRAW 0,50\nLMOVE a"
    )
    went = motions_of(cell_of(""), f".PROGRAM a()\n{lines}\n.END\n")
    assert [go.mm_s for go in went] == pytest.approx([50, 200 / 4, 50, 100 / 2, 50, 50], rel=1e-4)
    slow = lines.replace("SPEED 4 S", "SPEED 10 S").replace("SPEED 2 S", "SPEED 5 S")
    went = motions_of(cell_of(""), f".PROGRAM a()\n{slow}\n.END\n")
    assert [go.mm_s for go in went] == pytest.approx([50, 20, 50, 20, 50, 50], rel=1e-4)
