"""Places of RAPID that only a run knows: elements of arrays, the present place, waits, times."""

import numpy as np
import pytest

from kinematics import translation
from language.foreign.reading import DIFFERS
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.makers.rapid.rapid_stretches import changed_by
from scenes.makers.rapid.rapid_text import read_text
from scenes.makers.writing.orders import Way
from tests.scenes.makers.rapid.translation.conftest import (
    DATA,
    DOWN,
    NONE,
    ON_TABLE,
    lost,
    module,
    places,
    translate,
)

# Where the target p1 of the table is in the base; x of the table is y of the base, y of it -x.
P1 = np.array([400, 50, 200])


def target(x: float, y: float, z: float) -> str:
    return f"[[{x},{y},{z}],{DOWN},[0,0,0,0],{NONE}]"


ROW = f"[{target(50, 0, 150)},{target(60, 0, 150)},{target(50, 20, 150)}]"
WAYS = np.array([[0, 0, 0], [0, 10, 0], [-20, 0, 0]])


@pytest.mark.parametrize("storage", ["CONST", "PERS", "VAR"])
@pytest.mark.parametrize("is_local", [False, True])
def test_an_element_is_that_of_the_index_of_the_run(storage, is_local, goes_of) -> None:
    if is_local and storage == "PERS":
        return  # RAPID has none
    row = f"{storage} robtarget row{{3}}:={ROW};"
    loop = (
        "FOR i FROM 1 TO Dim(row,1) DO",
        f"MoveL row{{i}},v100,fine,{ON_TABLE};",
        f"MoveL Offs(row{{4-i}},0,0,5),v100,fine,{ON_TABLE};",
        "ENDFOR",
    )
    lines = (row, *loop) if is_local else loop
    goes = goes_of(*lines, data=DATA + ("" if is_local else row))
    expected = [way for at in range(3) for way in (WAYS[at], WAYS[2 - at] + [0, 0, 5])]
    assert places(goes) - P1 == pytest.approx(np.array(expected), abs=1e-4)


def test_an_element_is_passed_on_to_a_routine(goes_of) -> None:
    data = DATA + f"CONST robtarget row{{3}}:={ROW};\nPROC go(robtarget p)\n"
    data += f"MoveL p,v100,fine,{ON_TABLE};\nENDPROC\n"
    goes = goes_of("FOR i FROM 1 TO 3 DO", "go row{4-i};", "ENDFOR", data=data)
    assert places(goes) - P1 == pytest.approx(WAYS[[2, 1, 0]], abs=1e-4)


def test_elements_are_changed_while_the_program_runs(goes_of) -> None:
    data = DATA + f"VAR robtarget row{{3}}:={ROW};\nVAR robtarget grid{{2,2}};\nVAR num k:=2;\n"
    goes = goes_of(
        "row{k}:=Offs(row{1},3,0,0);",
        "row{1}.trans.z:=row{k}.trans.x+100;",
        "grid{k,1}:=row{k};",
        f"MoveL grid{{2,k-1}},v100,fine,{ON_TABLE};",
        f"MoveL row{{1}},v100,fine,{ON_TABLE};",
        f"MoveL row{{k+1}},v100,fine,{ON_TABLE};",
        data=data,
    )
    expected = [[0, 3, 0], [0, 0, 3], [-20, 0, 0]]
    assert places(goes) - P1 == pytest.approx(np.array(expected), abs=1e-4)


def test_elements_of_speeds_zones_tools_and_joint_targets(goes_of) -> None:
    joints = ",".join(f"[[{a},0,0,0,60,0],{NONE}]" for a in (5, 10))
    data = DATA + f"CONST jointtarget js{{2}}:=[{joints}];\n"
    data += "CONST speeddata vs{2}:=[[150,500,5000,1000],[70,500,5000,1000]];\n"
    data += "PERS tooldata ts{2}:=[[TRUE,[[0,0,100],[1,0,0,0]],[1,[0,0,5],[1,0,0,0],0,0,0]],"
    data += "[TRUE,[[0,0,120],[1,0,0,0]],[1,[0,0,5],[1,0,0,0],0,0,0]]];\nVAR num k:=1;\n"
    goes = goes_of(
        "MoveL p1,vs{k},fine,ts{k}\\WObj:=table;",
        "k:=2;",
        "MoveL Offs(p1,0,0,9),vs{k},fine,ts{k}\\WObj:=table;",
        "MoveAbsJ js{k},vmax,fine,grip;",
        data=data,
    )
    assert [go.mm_s for go in goes[:2]] == [150, 70]
    assert places(goes[:2]) - P1 == pytest.approx(np.array([[0, 0, 0], [0, 0, 9]]), abs=1e-4)
    assert np.degrees(goes[2].q[0]) == pytest.approx(10, abs=1e-4)


def test_an_element_that_nothing_gave_a_value_ends_the_run(run_on) -> None:
    made = translate(module("MoveL none{k},v100,fine,grip;", data=DATA + "VAR num k:=1;\n"))
    assert "NONE has no value" in lost(made)[0].message


ASKED = [
    ("CRobT()", np.eye(4)),
    (r"CRobT(\Tool:=grip)", np.eye(4)),
    (r"CRobT(\WObj:=table)", np.eye(4)),
    (r"CRobT(\Tool:=grip \WObj:=table)", np.eye(4)),
    (r"CRobT(\Tool:=long\WObj:=table)", translation(0, 0, 58)),
]


@pytest.mark.parametrize(("asked", "of_tool"), ASKED)
def test_crobt_is_the_place_of_a_tool_in_a_work_object(asked, of_tool, goes_of) -> None:
    data = DATA + "PERS tooldata long:=[TRUE,[[0,0,200],[1,0,0,0]],[1,[0,0,5],[1,0,0,0],0,0,0]];\n"
    lead = rf"MoveL RelTool(p1,0,0,0\Rx:=10\Rz:=5),v100,fine,{ON_TABLE};"
    first, second = goes_of(lead, f"MoveL RelTool({asked},0,0,-4),v100,fine,{ON_TABLE};", data=data)
    expected = first.T_base_tool @ of_tool @ translation(0, 0, -4)
    assert second.T_base_tool == pytest.approx(expected, abs=1e-4)
    # Kept in a variable it is the same place.
    keep = ("VAR robtarget at;", lead, f"at:={asked};")
    *_, third = goes_of(*keep, f"MoveL RelTool(at,0,0,-4),v100,fine,{ON_TABLE};", data=data)
    assert third.T_base_tool == pytest.approx(expected, abs=1e-4)


def test_crobt_without_an_object_is_in_that_of_the_last_motion(goes_of) -> None:
    data = DATA + 'PERS wobjdata near:=[FALSE,TRUE,"",[[20,0,0],[1,0,0,0]],[[0,9,0],[1,0,0,0]]];\n'
    data += f"CONST robtarget far:={target(380, 41, 200)};\n"
    lead = r"MoveL far,v100,fine,grip\WObj:=near;"
    goes = goes_of(lead, "MoveL Offs(CRobT(),0,0,5),v100,fine,grip;", data=data)
    assert places(goes) - P1 == pytest.approx(np.array([[0, 0, 0], [-20, -9, 5]]), abs=1e-4)


def test_crobt_is_under_the_displacement(goes_of) -> None:
    lead = f"MoveL p1,v100,fine,{ON_TABLE};"
    on = rf"PDispOn\ExeP:=Offs(p1,0,0,30),p1,{ON_TABLE};"
    stay = f"MoveL Offs(CRobT(),5,0,0),v100,fine,{ON_TABLE};"
    _, second = goes_of(lead, on, stay)
    assert second.T_base_tool[:3, 3] - P1 == pytest.approx([0, 5, 0], abs=1e-4)


def test_an_object_that_is_not_known_where_crobt_asks_for_it_is_told() -> None:
    lines = ("VAR robtarget at;", "IF di1=1 THEN", f"MoveL p1,v100,fine,{ON_TABLE};", "ENDIF")
    made = translate(module(*lines, "at:=CRobT();"))
    told = [found.message for found in made.findings if found.code == DIFFERS]
    assert [("work object" in each, "wobj0" in each) for each in told] == [(True, True)]
    plain = translate(
        module(*(line.replace(r"\WObj:=table", "") for line in lines), "at:=CRobT();")
    )
    assert not [found for found in plain.findings if found.code == DIFFERS]


def test_reltool_turns_by_numbers_of_the_run_as_by_known_ones(goes_of) -> None:
    data = DATA + "VAR num a:=1;\n"
    turn = rf"MoveL RelTool(p1,1,2,3\Rx:={{}}\Ry:={{}}\Rz:={{}}),v100,fine,{ON_TABLE};"
    # The first one of each pair is known before the run.
    known, run = goes_of(
        turn.format(10, 20, 30), "Incr a;", turn.format("5*a", "10*a", "15*a"), data=data
    )
    assert run.T_base_tool == pytest.approx(known.T_base_tool, abs=1e-5)


@pytest.mark.parametrize(("second", "is_over"), [(1.0, False), (9.0, True)])
@pytest.mark.parametrize("wait", ["WaitDI di3,1", "WaitUntil di3=1"])
def test_a_wait_says_whether_its_time_was_over(wait, second, is_over, goes_of) -> None:
    goes = goes_of(
        "MoveAbsJ home,vmax,fine,grip;",
        rf"{wait}\MaxTime:=4\TimeFlag:=late;",
        f"IF late MoveL Offs(p1,0,0,9),v100,fine,{ON_TABLE};",
        f"IF NOT late MoveL p1,v100,fine,{ON_TABLE};",
        data=DATA + "VAR bool late;\n",
        scenario=Scenario(events=(SignalEvent(second, 3, True),)),
    )
    assert goes[-1].T_base_tool[2, 3] - P1[2] == pytest.approx(9 if is_over else 0, abs=1e-4)


def test_a_wait_whose_time_is_over_ends_the_program_where_nothing_asks_for_it(goes_of) -> None:
    line = f"MoveL p1,v100,fine,{ON_TABLE};"
    assert (
        len(
            goes_of(
                line,
                r"WaitDI di3,1\MaxTime:=4;",
                f"MoveL home2,vmax,fine,{ON_TABLE};",
                data=DATA + f"CONST robtarget home2:={target(60, 0, 150)};\n",
            )
        )
        == 1
    )
    told = translate(module(r"WaitDI di3,1\MaxTime:=4;")).findings
    assert [found.code for found in told if "error handler" in found.message] == [DIFFERS]


def test_a_line_takes_the_time_that_it_is_given(run_on) -> None:
    made = translate(
        module(
            f"MoveL p1,v100,fine,{ON_TABLE};",
            rf"MoveL Offs(p1,0,0,40),v5\T:=4,fine,{ON_TABLE};",
        )
    )
    assert [found.code for found in made.findings if "the time is kept" in found.message] == [
        DIFFERS
    ]
    run = run_on("abb_irb120", made.text)
    last = [step.motion.duration for step in run.steps if step.motion.duration > 0][-1]
    # 10 mm/s for 40 mm, and what it takes to start and stop.
    assert 4.0 <= last <= 4.6


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("a:=1;", ["A"]),
        ("a.trans.x:=b;", ["A"]),
        ("a{i,j}.trans.x:=b{2};", ["A"]),
        ("IF x=1 AND y>2 a{j}:=b;", ["A"]),
        ("IF di1=1 Incr n;", ["N"]),
        ("Add n,2;", ["N"]),
        (r"IF di1=1 MoveL p,v1,fine,g\WObj:=t;", []),
        (r"WaitDI di1,1\MaxTime:=n\TimeFlag:=late;", ["LATE"]),
        ("VAR num k:=3;", []),
        (r"weld p1\deep:=k;", []),
    ],
)
def test_a_statement_changes_what_it_assigns_to(code, names) -> None:
    (statement,) = read_text(code)
    assert list(changed_by(statement)) == names


def test_velset_slows_lines_and_joints_until_another_one(goes_of) -> None:
    far = f"MoveL Offs(p1,0,0,{{}}),v200,fine,{ON_TABLE};"
    back = "MoveAbsJ home,vmax,fine,grip;"
    goes = goes_of(
        far.format(0),
        "VelSet 50,800;",
        far.format(5),
        back,
        "VelSet 100,60;",
        far.format(0),
        far.format(9).replace("v200", "vmax"),
        "sub;",
        "VelSet 100,5000;",
        far.format(0),
        back,
        data=DATA + f"PROC sub()\nVelSet 10,800;\n{far.format(3)}\nENDPROC\n",
    )
    lines = [go.mm_s for go in goes if go.way is Way.STRAIGHT]
    assert lines == pytest.approx([200, 100, 60, 60, 20, 200])
    assert [go.percent for go in goes if go.way is Way.JOINTS] == pytest.approx([50, 100])


def test_numbers_are_also_hexadecimal(goes_of) -> None:
    goes = goes_of(
        f"MoveL Offs(p1,0,0,0x1F),v100,fine,{ON_TABLE};",
        "n:=0XA;",
        f"MoveL Offs(p1,0,0,n),v100,fine,{ON_TABLE};",
        data=DATA + "VAR num n;\n",
    )
    assert (places(goes)[:, 2] - P1[2]).round(4).tolist() == [31, 10]


def test_velset_at_full_speed_says_nothing() -> None:
    made = translate(module("VelSet 100,5000;", f"MoveL p1,v200,fine,{ON_TABLE};"))
    assert not made.findings and "VELSET" not in made.text
