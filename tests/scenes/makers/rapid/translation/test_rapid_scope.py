"""Routines of RAPID have variables of their own: a call changes none of the caller's."""

import numpy as np
import pytest

from language.foreign.reading import ASSUMED
from scenes import load_robot
from scenes.makers.rapid.translation.rapid_translation import rapid_translated
from scenes.makers.writing.orders import Go
from scenes.makers.writing.unrolled import unrolled

ARM = "abb_irb120"
NONE = "[9E9,9E9,9E9,9E9,9E9,9E9]"
MODULE = f"""\
MODULE m
PERS tooldata grip:=[TRUE,[[0,0,142],[1,0,0,0]],[1,[0,0,50],[1,0,0,0],0,0,0]];
CONST robtarget p0:=[[350,0,300],[0,0,1,0],[0,0,0,0],{NONE}];
CONST jointtarget home:=[[0,0,0,0,60,0],{NONE}];
PROC main()
  VAR num n:=1;
  VAR robtarget there;
  MoveAbsJ home,vmax,fine,grip;
  there:=p0;
  FOR i FROM 1 TO 2 DO
    inner;
    n:=n+1;
  ENDFOR
  there.trans.z:=there.trans.z+n;
  MoveL there,v100,fine,grip;
ENDPROC
PROC inner()
  VAR num n:=10;
  VAR robtarget there;
  there:=p0;
  there.trans.y:=40;
  FOR i FROM 1 TO 3 DO
    n:=n+i;
  ENDFOR
  there.trans.x:=there.trans.x+n;
  MoveL there,v100,fine,grip;
ENDPROC
ENDMODULE
"""


def test_a_called_routine_changes_no_variable_of_its_caller(run_on) -> None:
    robot = load_robot(ARM)
    made = rapid_translated(MODULE, (), robot, robot.controller)
    assert [found.message for found in made.findings] == []
    run = run_on(ARM, made.text)
    goes = [o for o in unrolled(run, hand_output=99).orders if isinstance(o, Go)][-2:]
    found = np.array([go.T_base_tool[:3, 3] for go in goes])
    # In `inner` n is 10 + 1 + 2 + 3, and a second call stays; in `main` it counts calls.
    assert np.allclose(found, [[366, 40, 300], [350, 0, 303]], atol=1e-6)


@pytest.mark.parametrize("value", ["", "1 x", "[1", "*2"])
@pytest.mark.parametrize("line", ["VAR num n:=10;", "VAR num n:=1;"])
def test_data_whose_value_is_not_read_keep_their_name_and_type(line: str, value: str) -> None:
    robot = load_robot(ARM)
    torn = MODULE.replace(line, f"VAR num n:={value};")
    made = rapid_translated(torn, (), robot, robot.controller)
    number = MODULE.splitlines().index(f"  {line}") + 1
    told = [found for found in made.findings if found.code != ASSUMED]
    assert [found.line for found in told] == [number]
    # No use of it has become a signal.
    assert "SIG(" not in made.text and "N = N + 1" in made.text


def test_the_size_of_a_parameter_is_not_that_of_data_with_its_name() -> None:
    robot = load_robot(ARM)
    head = "PROC sized(num list{*})\n  VAR num n;\n  n:=Dim(list,1);\nENDPROC\n"
    text = MODULE.replace("PROC main()", f"VAR num list{{3}};\n{head}PROC main()")
    made = rapid_translated(text, (), robot, robot.controller)
    assert [found.message for found in made.findings] == []
    assert "N = LIST_SIZE1" in made.text
