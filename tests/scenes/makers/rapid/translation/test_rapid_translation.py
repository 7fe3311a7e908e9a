"""RAPID modules in our language: what a controller does is what the run does."""

import re

import numpy as np
import pytest

from kinematics import forward, rpy, translation
from language import parse
from language.foreign.reading import DIFFERS
from scenes import load_robot
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.makers.rapid.confdata import configuration_of
from scenes.makers.rapid.rapid_frames import written_pose
from scenes.makers.rapid.rapid_writer import rapid_text
from scenes.makers.rapid.translation.rapid_translation import rapid_translated
from scenes.makers.writing.orders import Await, Go, Stand, Switch
from scenes.makers.writing.unrolled import unrolled
from tests.depth import cases
from tests.scenes.makers.conftest import assert_same_motions, random_program
from tests.scenes.makers.rapid.translation.conftest import (
    ARMS,
    DATA,
    DOWN,
    NONE,
    ON_TABLE,
    lost,
    module,
    places,
    translate,
)


@pytest.mark.parametrize("seed", range(cases(30, 3)))
@pytest.mark.parametrize("arm", ARMS)
def test_an_exported_program_comes_back_as_the_same_motions(arm, seed, orders_of, run_on) -> None:
    run, orders = orders_of(arm, random_program(arm, seed))
    robot = run.cell.robot
    made = translate(rapid_text(orders, robot, robot.controller, "mine"), robot=robot)
    assert not lost(made)
    back = unrolled(run_on(arm, made.text), hand_output=99)
    for a, b in assert_same_motions(orders, back):
        assert a.zone_mm == pytest.approx(b.zone_mm, abs=1e-3)
    others = (Switch, Await, Stand)
    kept = [[type(o) for o in each.orders if isinstance(o, others)] for each in (orders, back)]
    assert kept[0] == kept[1]


def test_a_place_is_the_user_frame_times_the_object_frame_times_the_target(goes_of) -> None:
    (go,) = goes_of(f"MoveL p1,v100,fine,{ON_TABLE};")
    # uframe: 100, 0, 0 turned by 90 about z; oframe 0, -300, 50 in it; the target 50, 0, 150 there.
    user = translation(100, 0, 0) @ rpy(0, 0, np.pi / 2)
    expected = user @ translation(0, -300, 50) @ translation(50, 0, 150)
    assert go.T_base_tool[:3, 3] == pytest.approx(expected[:3, 3], abs=1e-4)
    assert go.T_base_tool[:3, 3] == pytest.approx([400, 50, 200], abs=1e-4)
    assert go.T_base_tool[:3, 2] == pytest.approx([0, 0, -1], abs=1e-6)
    assert go.mm_s == 100 and go.zone_mm == 0


def test_offs_moves_in_the_axes_of_the_work_object(goes_of) -> None:
    goes = goes_of(
        f"MoveL p1,v100,z5,{ON_TABLE};",
        f"MoveL Offs(p1,10,20,30),v100,fine,{ON_TABLE};",
        f"FOR i FROM 1 TO 2 DO MoveL Offs(p1,10*i,0,0),v100,fine,{ON_TABLE}; ENDFOR",
    )
    way = places(goes) - places(goes)[0]
    # x of the table is y of the base, y of it is -x.
    assert way[1:] == pytest.approx(np.array([[-20, 10, 30], [0, 10, 0], [0, 20, 0]]), abs=1e-4)
    assert goes[0].zone_mm == 5


def test_reltool_moves_then_turns_about_x_then_y_then_z_of_the_tool(goes_of) -> None:
    first, second = goes_of(
        f"MoveL p1,v100,fine,{ON_TABLE};",
        rf"MoveL RelTool(p1,5,0,-20\Rx:=10\Ry:=20\Rz:=30),v100,fine,{ON_TABLE};",
    )
    turns = rpy(np.radians(10), 0, 0) @ rpy(0, np.radians(20), 0) @ rpy(0, 0, np.radians(30))
    expected = first.T_base_tool @ translation(5, 0, -20) @ turns
    assert second.T_base_tool == pytest.approx(expected, abs=1e-4)


def test_pdispon_shifts_every_later_target_until_pdispoff(goes_of) -> None:
    goes = goes_of(
        f"MoveL Offs(p1,0,0,40),v100,fine,{ON_TABLE};",
        rf"PDispOn p1,{ON_TABLE.replace(chr(92) + 'WObj', chr(92) + 'WObj')};",
        # Not p1 itself: it is where the arm stands now, and no motion leads there.
        f"MoveL Offs(p1,0,0,5),v100,fine,{ON_TABLE};",
        "sub;",
        "PDispOff;",
        f"MoveL p1,v100,fine,{ON_TABLE};",
        rf"PDispOn\Rot\ExeP:=Offs(p1,0,10,0),p1,{ON_TABLE};",
        f"MoveL p1,v100,fine,{ON_TABLE};",
        data=DATA + f"PROC sub()\nMoveL Offs(p1,10,0,0),v100,fine,{ON_TABLE};\nENDPROC\n",
    )
    way = places(goes) - np.array([400, 50, 200])
    expected = [[0, 0, 40], [0, 0, 45], [0, 10, 40], [0, 0, 0], [-10, 0, 0]]
    assert way == pytest.approx(np.array(expected), abs=1e-3)


@pytest.mark.parametrize(
    "shown", [[-20, 10, 10, -30, 40, -100], [15, 0, 10, 100, -40, 170], [-100, 20, 0, -95, 30, 0]]
)
def test_movej_goes_to_the_joint_values_of_its_configuration(shown, goes_of) -> None:
    robot = load_robot(ARMS[0])
    q = robot.controller.q_of(np.radians([float(value) for value in shown]))
    conf = configuration_of(robot.mechanism, robot.controller, q)
    quarters = [int(np.floor(shown[i] / 90)) for i in (0, 3, 5)]
    assert list(conf)[:3] == quarters
    pose = written_pose(forward(robot.mechanism, q) @ translation(0, 0, 142))
    target = f"[{pose[1:-1]},[{','.join(map(str, conf))}],{NONE}]"
    (go,) = goes_of(f"MoveJ {target},vmax,fine,grip;")
    assert np.degrees(robot.controller.shown(go.q)) == pytest.approx(shown, abs=1e-3)


def test_another_configuration_is_told_and_not_driven() -> None:
    made = translate(module(f"MoveJ [[350,0,300],{DOWN},[1,0,0,0],{NONE}],v100,fine,grip;"))
    assert "configuration [1, 0, 0, 0]" in lost(made)[0].message
    off = translate(
        module("ConfJ\\Off;", f"MoveJ [[350,0,300],{DOWN},[1,0,0,0],{NONE}],v100,fine,grip;")
    )
    assert not lost(off) and "MOVE P" in off.text


def test_an_output_behind_a_fly_by_is_told_to_change_earlier_there() -> None:
    rounded = translate(module(f"MoveL p1,v100,z10,{ON_TABLE};", "SetDO do3,1;", "Stop;"))
    (told,) = (found for found in rounded.findings if found.code == DIFFERS)
    assert "where the corner begins" in told.message and not lost(rounded)
    for lines in ((f"MoveL p1,v100,fine,{ON_TABLE};", "Set do3;"),
                  (f"MoveL p1,v100,z10,{ON_TABLE};", "WaitRob\\InPos;", "Set do3;"),
                  (f"MoveLDO p1,v100,z10,{ON_TABLE},do3,1;",)):  # fmt: skip
        made = translate(module(*lines))
        assert not made.findings and "SIGNAL 3" in made.text


PENDANT = f"""%%%
  VERSION:1
  LANGUAGE:ENGLISH
%%%
MODULE work(SYSMODULE, NOSTEPIN)
  ! Two passes over the seam
  {DATA}
  VAR num passes:=2;
  PERS bool ready := FALSE;
  VAR robtarget now;
  LOCAL CONST speeddata slow:=[60,500,5000,1000];
  VAR clock watch;

  PROC seam(num n,
            robtarget at, INOUT num count)
    MoveL
      Offs(at, 0, 40, 10), slow, z5, {ON_TABLE}; ! above
    MoveL at, slow\\V:=30, fine, {ON_TABLE};
    count := count + n;
    IF count > 5 RETURN;
  ERROR
    RETRY;
  ENDPROC

  FUNC num twice(num x)
    RETURN 2*x;
  ENDFUNC

  PROC main()
    VAR num total := 0;
    VAR num list{{3}} := [1,2,3];
    ConfL\\On; AccSet 50,50;
    MoveAbsJ [[0,0,0,0,60,0],
      {NONE}], vmax, fine, grip;
    FOR i FROM 1 TO passes DO
      seam list{{i}}, p1, total;
    ENDFOR
    now := CRobT(\\Tool:=grip \\WObj:=table);
    now.trans.z := now.trans.z + 25;
    MoveL now, v50, fine, {ON_TABLE};
    total := twice(total) DIV 4;
    WHILE total > 0 AND NOT ready DO
      Decr total;
      ready := di3 = 1;
    ENDWHILE
    TEST passes
    CASE 1, 2:
      TPWrite "passes" \\Num:=passes;
    DEFAULT:
      Stop;
    ENDTEST
    IF total = 7 THEN
      GOTO last;
    ELSEIF passes = 2 THEN
      Reset do1; Set do2;
    ELSE
      EXIT;
    ENDIF
    WaitUntil di4=1;
    WaitTime 0.25;
    last:
    PulseDO do5;
  ENDPROC
ENDMODULE
"""


def test_a_pendant_made_module_is_run_as_its_controller_runs_it(run_on) -> None:
    made = translate(PENDANT, robot=run_on(ARMS[0], "END\n").cell.robot)
    assert not lost(made), lost(made)
    assert not [d for d in parse(made.text).diagnostics if d.severity == "error"]
    events = (SignalEvent(3.0, 1004 if "1000 on" in made.text else 4, True),)
    run = run_on(ARMS[0], made.text, scenario=Scenario(events=events))
    goes = [o for o in unrolled(run, hand_output=99).orders if isinstance(o, Go)][1:]
    seam = [[360, 50, 210], [400, 50, 200]]
    assert places(goes) == pytest.approx(np.array([*seam, *seam, [400, 50, 225]]), abs=1e-3)
    assert [go.mm_s for go in goes] == pytest.approx([60, 30, 60, 30, 50])
    assert made.text.count("ACCURACY 5") == 1
    assert run.end_state.signals[2] and not run.end_state.signals[5]
    assert "; Two passes over the seam" in made.text and "; above" in made.text
    total = [v for k, v in run.end_state.variables.items() if k.startswith("TOTAL@")]
    assert total == [0]  # 3 of both passes, twice that, a quarter of it
    assert made.coverage.not_understood == 0 and made.coverage.carried_out > 50


def test_a_statement_over_lines_stands_at_its_first_line() -> None:
    made = translate(PENDANT.replace("Offs(at, 0, 40, 10)", "Offs(nowhere, 0, 40, 10)"))
    first = PENDANT[: PENDANT.index("    MoveL\n")].count("\n") + 1
    assert [(found.code, found.line) for found in lost(made)] == [("E701", first)]


def test_data_come_from_the_other_modules_of_the_task() -> None:
    source = module(f"MoveL p1,v100,fine,{ON_TABLE};", data="")
    assert {found.code for found in lost(translate(source))} == {"E701"}
    made = translate(source, ("user.sys", f"MODULE user\n{DATA}\nENDMODULE\n"))
    assert not lost(made)
    assert made.origins["P1"] == "user.sys:6"
    other = DATA.replace("[50,0,150]", "[50,0,151]")
    twice = translate(
        source,
        ("a.sys", f"MODULE a\n{DATA}ENDMODULE\n"),
        ("b.sys", f"MODULE b\n{other}ENDMODULE\n"),
    )
    assert ["P1 has no value here" in found.message for found in lost(twice)] == [True]


def test_inputs_and_outputs_of_one_number_are_kept_apart_and_names_get_numbers() -> None:
    made = translate(module("SetDO do1,1;", "WaitDI di1,0;", "SetDO doGripper,0;"))
    assert "SIGNAL 1" in made.text and "WAIT NOT SIG(1001)" in made.text
    assert "SIGNAL -2001" in made.text and "; signal 2001 is DOGRIPPER" in made.text


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("SearchL di1,p1,p1,v100,grip;", "not understood"),
        ("CONNECT int1 WITH alarm;", "not understood"),
        ("SoftAct 4,50;", "not understood"),
        ('%"late"%;', "not understood"),
        ("elsewhere 1;", "not understood"),
        ("MoveL p9,v100,fine,grip;", "P9 has no value"),
        ("MoveL p1,v100,fine,tool9;", "TOOL9 has no value"),
        ("MoveL p1,v100,z33,grip;", "Z33 has no value"),
        ("MoveL p1,v100,grip;", "arguments are expected"),
        (r"MoveL p1,v100\Sup,fine,grip;", "Sup is not read"),
        (r"WaitDI di1,1\Visualize;", "Visualize is not read"),
        ("VelSet 50;", "a percentage and a speed"),
        ("grip.tframe.trans.z:=5;", "given another value"),
        ("ENDIF", "no IF is open"),
        ("IF p1 THEN\nStop;\nENDIF", "no number"),
        ("x:=;", "missing"),
        ("MoveL p1,v100,fine,grip", "; is missing"),
        (f"MoveL [[500,0,500],{DOWN},[0,0,0,0],[100,9E9,9E9,9E9,9E9,9E9]],v100,fine,grip;",
         "external axis"),
        (f"MoveL [[500,0,500],[0,0,0,0],[0,0,0,0],{NONE}],v100,fine,grip;", "no rob|no place"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_told_and_stays_as_a_remark(code, why) -> None:
    made = translate(module(code))
    line = module(code)[: module(code).index(code)].count("\n") + 1
    assert lost(made)[0].line == line and re.search(why, lost(made)[0].message)
    assert f"; RAPID {line}: " in made.text and made.coverage.not_understood >= 1
    assert not [d for d in parse(made.text).diagnostics if d.severity == "error"]


def test_a_weld_is_told_and_its_motion_is_carried_out(goes_of) -> None:
    weld = rf"ArcL p1,v100,seam1,weld1\Weave:=weave1,z10,{ON_TABLE};"
    (go,) = goes_of(weld)
    assert go.T_base_tool[:3, 3] == pytest.approx([400, 50, 200], abs=1e-4)
    made = translate(module(weld))
    assert ["its weld is not" in found.message for found in made.findings] == [True]


@pytest.mark.parametrize(
    "lines",
    [
        ("IF GInput(gi1)=3 THEN", "WaitTime 2;", "ELSE", "WaitTime 4;", "ENDIF"),
        ("IF GInput(gi1)=3 WaitTime 2;",),
        ("IF FALSE THEN", "WaitTime 2;", "ELSEIF GInput(gi1)=3 THEN", "WaitTime 2;", "ELSE",
         "WaitTime 4;", "ENDIF"),
        ("TEST GInput(gi1)", "CASE 1:", "WaitTime 2;", "DEFAULT:", "WaitTime 4;", "ENDTEST"),
        ("WHILE GInput(gi1)>2 DO", "WaitTime 2;", "ENDWHILE"),
        ("FOR i FROM 1 TO GInput(gi1) DO", "WaitTime 2;", "ENDFOR"),
    ],
)  # fmt: skip
def test_no_part_of_a_block_that_is_not_read_is_run(lines, run_on) -> None:
    made = translate(module(*lines, "WaitTime 1;").replace("MoveAbsJ home,vmax,fine,grip;", ""))
    assert len(lost(made)) == 1
    assert run_on(ARMS[0], made.text).duration == pytest.approx(1.0)


@pytest.mark.parametrize(("number", "seconds"), [(1, 1), (3, 2), (7, 4)])
def test_one_part_of_a_test_is_run(number, seconds, run_on) -> None:
    lines = ("TEST n", "CASE 1: WaitTime 1;", "CASE 2,3:", "WaitTime 2;", "DEFAULT:", "WaitTime 4;")
    text = module(*lines, "ENDTEST", data=f"{DATA}VAR num n:={number};")
    made = translate(text.replace("MoveAbsJ home,vmax,fine,grip;", ""))
    assert not lost(made) and run_on(ARMS[0], made.text).duration == pytest.approx(seconds)


@pytest.mark.parametrize("seed", range(cases(40, 4)))
def test_a_damaged_module_is_read_or_told_and_never_raises(seed) -> None:
    rng = np.random.default_rng(seed)
    letters = list("{}[]()=,.;:#$'\"\\ABXYZ019 -+*/<>\n\x00\u00fc!%")
    robot = load_robot(ARMS[0])
    for _ in range(20):
        damaged = list(PENDANT)
        for _ in range(rng.integers(1, 12)):
            at = int(rng.integers(0, len(damaged)))
            damaged[at] = str(rng.choice(letters)) * int(rng.integers(0, 3))
        text = "".join(damaged)[: int(rng.integers(100, len(damaged)))]
        made = rapid_translated(text, (("a.sys", text),), robot, robot.controller)
        parse(made.text)
        assert len(made.places) == made.text.count("\n") + 1


@pytest.mark.parametrize(
    "text",
    [
        "x:=" + "(" * 3000 + ";",
        "x:=" + "-" * 3000 + "1;",
        "x:=" + "NOT " * 3000 + "a;",
        "IF a THEN\n" * 300,
        "VAR num a{99999,99999};",
        "CONST num a:=1/0;\nCONST num b:=9E999;",
        "x:=a" + ".b" * 3000 + ";",
        "x:=a" + "{1}" * 3000 + ";",
        "[" * 5000,
        '"' * 5000,
    ],
)
def test_a_hostile_module_is_told(text) -> None:
    made = translate(module(text))
    parse(made.text)
    assert len(made.places) == made.text.count("\n") + 1
