"""The counter of a FOR of RAPID is a name of its loop alone: data of that name keep their value."""

import pytest

from scenes import load_robot
from scenes.makers.rapid.translation.rapid_translation import rapid_translated
from scenes.makers.writing.orders import Go
from scenes.makers.writing.unrolled import unrolled

ARM = "abb_irb120"
NONE = "[9E9,9E9,9E9,9E9,9E9,9E9]"
DATA = f"""\
PERS tooldata grip:=[TRUE,[[0,0,142],[1,0,0,0]],[1,[0,0,50],[1,0,0,0],0,0,0]];
CONST robtarget p0:=[[350,0,300],[0,0,1,0],[0,0,0,0],{NONE}];
CONST jointtarget home:=[[0,0,0,0,60,0],{NONE}];
VAR num i:=20;
CONST num five:=5;
VAR num list{{3}}:=[3,1,2];
VAR num sum:=0;
"""
DRIVE = "MoveL Offs(p0,sum,i,0),v100,fine,grip;"


def module(*lines: str, routines: str = "", head: str = "") -> str:
    body = "\n".join([head, "MoveAbsJ home,vmax,fine,grip;", *lines])
    return f"MODULE m\n{DATA}PROC main()\n{body}\nENDPROC\n{routines}\nENDMODULE\n"


def translate(source: str):
    robot = load_robot(ARM)
    return rapid_translated(source, (), robot, robot.controller)


@pytest.fixture
def shift_of(run_on):
    """shift_of(module): how far the last line of a module ends from p0 along X and Y, mm."""

    def shift(source: str) -> list[float]:
        made = translate(source)
        assert [found.message for found in made.findings] == []
        run = run_on(ARM, made.text)
        assert run.problems == ()
        go = [o for o in unrolled(run, hand_output=99).orders if isinstance(o, Go)][-1]
        return [round(float(value), 6) for value in go.T_base_tool[:2, 3] - [350, 0]]

    return shift


@pytest.mark.parametrize(
    ("lines", "sum_and_i"),
    [
        (("FOR i FROM 1 TO 3 DO", "sum:=sum+i;", "ENDFOR"), [6, 20]),
        # Also where the data are given another value in the same routine.
        (("i:=7;", "FOR i FROM 1 TO 3 DO", "sum:=sum+i;", "ENDFOR", "i:=i+1;"), [6, 8]),
        # What a loop counts from and to is counted outside of it.
        (("FOR i FROM i-2 TO i DO", "sum:=sum+i;", "ENDFOR"), [57, 20]),
        (("FOR i FROM 9 TO 5 STEP -2 DO", "sum:=sum+i;", "ENDFOR"), [21, 20]),
        (("FOR i FROM 1 TO 3 DO", "sum:=sum+i*list{i};", "ENDFOR"), [11, 20]),
        (("FOR i FROM 1 TO 3 DO", "list{i}:=i;", "ENDFOR", "sum:=list{2};"), [2, 20]),
        (("FOR i FROM 1 TO 9 DO", "IF i>7 OR i=1 THEN", "Incr sum;", "ENDIF", "ENDFOR"), [3, 20]),
        (
            ("FOR i FROM 1 TO 3 DO", "WHILE sum<i*i DO", "Add sum,i;", "ENDWHILE", "ENDFOR"),
            [11, 20],
        ),
        (("FOR i FROM 2 TO 4 DO", "TEST i", "CASE 3: sum:=i;", "ENDTEST", "ENDFOR"), [3, 20]),
        # Loops in each other with the same counter, with and without use behind the inner one.
        (
            (
                "FOR i FROM 1 TO 2 DO",
                "FOR i FROM 5 TO 6 DO",
                "sum:=sum+i;",
                "ENDFOR",
                "sum:=sum+10*i;",
                "ENDFOR",
            ),
            [52, 20],
        ),
        # Constants, which are known before the run, are hidden too.
        (("FOR five FROM 1 TO 3 DO", "sum:=sum+five;", "ENDFOR", "sum:=sum+five;"), [11, 20]),
        (("FOR list FROM 1 TO 2 DO", "sum:=sum+list;", "ENDFOR", "sum:=sum+list{1};"), [6, 20]),
        (("FOR p0 FROM 1 TO 2 DO", "sum:=sum+p0;", "ENDFOR"), [3, 20]),
    ],
)
def test_data_of_the_module_keep_their_value_through_a_loop(lines, sum_and_i, shift_of) -> None:
    assert shift_of(module(*lines, DRIVE)) == sum_and_i


def test_the_counter_is_the_value_in_places_of_the_loop(shift_of) -> None:
    lines = ("FOR five FROM 1 TO 2 DO", "MoveL Offs(p0,10*five,five,0),v100,fine,grip;", "ENDFOR")
    assert shift_of(module(*lines)) == [20, 2]


def test_data_of_the_routine_and_parameters_keep_their_value_through_a_loop(shift_of) -> None:
    loop = ("FOR i FROM 1 TO 3 DO", "sum:=sum+i;", "ENDFOR")
    assert shift_of(module(*loop, DRIVE, head="VAR num i:=11;")) == [6, 11]
    routine = "\n".join(["PROC there(num i)", *loop, DRIVE, "ENDPROC"])
    assert shift_of(module("there 4;", routines=routine)) == [6, 4]


def test_called_routines_count_and_see_the_data_of_the_module(shift_of) -> None:
    inner = "PROC inner(num by)\nFOR i FROM 1 TO 2 DO\nsum:=sum+by*i;\nENDFOR\ni:=i+1;\nENDPROC\n"
    inner += "FUNC num twice(num of)\nRETURN 2*of;\nENDFUNC"
    lines = ("FOR i FROM 1 TO 3 DO", "inner i;", "ENDFOR", DRIVE)
    # Three times (1 + 2) * by, and the data of the module count the calls.
    assert shift_of(module(*lines, routines=inner)) == [18, 23]
    lines = ("FOR i FROM 1 TO 3 DO", "sum:=sum+twice(i);", "ENDFOR", DRIVE)
    assert shift_of(module(*lines, routines=inner)) == [12, 20]


def test_data_that_a_routine_hides_are_known_in_the_routines_behind_it(shift_of) -> None:
    routines = "PROC a()\nVAR num i:=1;\ni:=i+1;\nENDPROC\nPROC b()\ni:=i+5;\nENDPROC"
    assert shift_of(module("a;", "b;", DRIVE, routines=routines)) == [0, 25]


def test_the_name_of_a_counter_is_no_name_of_other_data(shift_of) -> None:
    lines = ("FOR i FROM 1 TO 3 DO", "i_loop:=i_loop+i;", "ENDFOR", "sum:=i_loop;", DRIVE)
    assert shift_of(module(*lines, head="VAR num i_loop:=0;")) == [6, 20]
    inner = ("FOR i_loop FROM 1 TO 2 DO", "sum:=sum+i*i_loop;", "ENDFOR")
    assert shift_of(module("FOR i FROM 1 TO 3 DO", *inner, "ENDFOR", DRIVE)) == [18, 20]


def test_a_counter_has_its_own_name_where_no_other_data_have_it() -> None:
    loop = ["FOR k FROM 1 TO 3 DO", "sum:=sum+k;", "ENDFOR"]
    said = [line.strip() for line in translate(module(*loop, *loop)).text.split("\n")]
    assert said.count("LOCAL K") == 1
    assert said.count("FOR K = 1 TO 3") == said.count("SUM = SUM + K") == 2
    said = translate(module("FOR i FROM 1 TO 3 DO", "sum:=sum+i;", "ENDFOR", DRIVE)).text
    assert "LOCAL I_LOOP\n" in said and "SUM = SUM + I_LOOP\n" in said and "SUM, I, 0" in said


def test_a_loop_without_an_end_leaves_the_counters_of_the_loops_behind_it_their_names() -> None:
    loop = ["FOR k FROM 1 TO 3 DO", "sum:=sum+k;", "ENDFOR"]
    torn = ["FOR k FROM 1 TO 2 DO", "sum:=sum+10*k;", "ENDFO R;", *loop, *loop, "sum:=k;"]
    said = [line.strip() for line in translate(module(*torn)).text.split("\n")]
    assert said.count("FOR K_LOOP = 1 TO 2") == said.count("SUM = SUM + (10 * K_LOOP)") == 1
    assert said.count("FOR K = 1 TO 3") == said.count("SUM = SUM + K") == 2
    assert "SUM = K_LOOP" in said and "LOCAL K_LOOP, K" in said


def test_data_with_the_name_of_a_counter_are_not_declared_in_its_loop() -> None:
    lines = ("FOR k FROM 1 TO 3 DO", "VAR num k:=5;", "sum:=sum+k;", "ENDFOR")
    made = translate(module(*lines, DRIVE))
    assert "K counts the loop around it, and is declared in it" in made.findings[0].message


@pytest.mark.parametrize("line", ["i:=5;", "Incr i;", "Clear i;", 'TPReadNum i,"?";', "up i;"])
def test_a_counter_that_is_given_another_value_is_told(line) -> None:
    routine = "PROC up(INOUT num n)\nn:=n+1;\nENDPROC"
    made = translate(module("FOR i FROM 1 TO 3 DO", line, "ENDFOR", DRIVE, routines=routine))
    assert "I counts a loop, and is given no other value in it" in made.findings[0].message


def test_loops_without_a_counter_or_an_end_are_told_and_never_raise() -> None:
    for lines in (
        ("FOR", "sum:=i;"),
        ("FOR 3 FROM 1 TO 2 DO", "ENDFOR"),
        ("FOR i FROM 1 TO 2 DO", "IF sum=1 THEN", "ENDFOR", "FOR i FROM 1 TO 2 DO", "sum:=i;"),
        ("ENDFOR", "FOR i FROM 1 TO 2 DO"),
        ("IF sum=1 FOR i FROM 1 TO 2 DO sum:=i; ENDFOR",),
        ("IF sum=1 WHILE sum<3 DO", "ENDWHILE"),
    ):
        made = translate(module(*lines, DRIVE))
        assert made.findings
