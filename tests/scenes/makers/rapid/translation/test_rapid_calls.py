"""Optional arguments of RAPID routines, and functions in instructions."""

import pytest

from language.foreign.reading import NOT_UNDERSTOOD
from tests.scenes.makers.rapid.translation.conftest import (
    DATA,
    ON_TABLE,
    lost,
    module,
    places,
    translate,
)

STEP = f"""
PROC step(robtarget p\\num up\\num out|switch back)
  IF Present(back) THEN
    MoveL Offs(p,0,-7,0),v100,fine,{ON_TABLE};
  ENDIF
  IF NOT Present(up) THEN
    MoveL Offs(p,1,0,0),v100,fine,{ON_TABLE};
  ELSE
    MoveL Offs(p,0,0,up),v100,fine,{ON_TABLE};
  ENDIF
  IF Present(out) MoveL Offs(p,out,0,0),v100,fine,{ON_TABLE};
ENDPROC
PROC handed(robtarget p\\num up\\switch back)
  step p\\up?up\\back?back;
ENDPROC
"""
# Where the target p1 of the table is in the base; x of the table is y of the base, y of it -x.
P1 = [400, 50, 200]


@pytest.mark.parametrize(
    ("call", "way"),
    [
        ("step p1;", [[0, 1, 0]]),
        (r"step p1\up:=20;", [[0, 0, 20]]),
        (r"step p1,\up:=20\out:=30;", [[0, 0, 20], [0, 30, 0]]),
        (r"step p1\out:=30\up:=20;", [[0, 0, 20], [0, 30, 0]]),
        (r"step p1\back;", [[7, 0, 0], [0, 1, 0]]),
        (r"step p:=p1\back\up:=4;", [[7, 0, 0], [0, 0, 4]]),
        ("handed p1;", [[0, 1, 0]]),
        (r"handed p1\back;", [[7, 0, 0], [0, 1, 0]]),
        (r"handed p1\up:=9;", [[0, 0, 9]]),
        (r"handed p1\up:=9\back;", [[7, 0, 0], [0, 0, 9]]),
    ],
)
def test_optional_arguments_are_those_that_a_call_gives(call, way, goes_of) -> None:
    goes = goes_of(call, data=DATA + STEP)
    assert (places(goes) - P1).round(4).tolist() == way


def test_what_a_routine_makes_of_an_optional_argument_comes_back_where_it_is_given(goes_of) -> None:
    data = DATA + "VAR num n:=3;\nPROC more(num by\\INOUT num of)\n"
    data += "IF Present(of) of:=of+by;\nENDPROC\n"
    go = f"MoveL Offs(p1,0,0,n),v100,fine,{ON_TABLE};"
    goes = goes_of("more 4;", go, r"more 4\of:=n;", go, data=data)
    assert (places(goes)[:, 2] - P1[2]).round(4).tolist() == [3, 7]


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ("step;", "STEP takes 1 argument:"),
        ("step p1,3;", "STEP takes 1 argument:"),
        (r"step p1\down:=3;", "STEP has no argument DOWN"),
        (r"step p1\up;", "the argument UP has no value"),
        (r"step p1\up?up;", "UP is no optional argument here"),
        ("rows n;", "an array with 1 dimension is expected"),
        ("rows p1;", "only an array of num with a name"),
        ("sorted list;", "an array that a routine changes for itself"),
    ],
)
def test_a_call_that_does_not_fit_is_told(call, why) -> None:
    data = DATA + STEP + "VAR num list{3};\nVAR num n;\nPROC rows(num of{*})\nENDPROC\n"
    data += "PROC sorted(num of{*})\nof{1}:=2;\nENDPROC\n"
    found = lost(translate(module(call, data=data)))
    assert [each.code for each in found] == [NOT_UNDERSTOOD]
    assert found[0].message.startswith(why)


def test_every_argument_is_present_but_one_that_may_be_left_out(goes_of) -> None:
    data = DATA + f"PROC go(num a)\nIF Present(a) MoveL Offs(p1,a,0,0),v100,fine,{ON_TABLE};\n"
    goes = goes_of("go 5;", data=data + "ENDPROC\n")
    assert (places(goes) - P1).round(4).tolist() == [[0, 5, 0]]


def test_functions_are_called_before_an_instruction_but_not_in_one_that_asks_again() -> None:
    data = DATA + "VAR num n;\nFUNC num twice(num a)\nRETURN 2*a;\nENDFUNC\n"
    made = translate(module("WaitTime twice(2);", "Add n,twice(n);", data=data))
    assert not lost(made)
    lines = [line.strip() for line in made.text.splitlines()]
    at = lines.index("CALL TWICE(2)")
    assert lines[at : at + 4] == [
        "CALL TWICE(2)",
        "DELAY TWICE_GIVES",
        "CALL TWICE(N)",
        "N = N + TWICE_GIVES",
    ]
    (found,) = lost(translate(module("WaitUntil twice(2)=n;", data=data)))
    assert "TWICE is not called here" in found.message


def test_equal_lines_of_two_functions_each_give_back_their_own_value() -> None:
    # Long ones: behind the first lines both have parts that are equal, and end with RETURN.
    body = "\n".join([*(f"n:=n+{i};" for i in range(300)), "RETURN n;"])
    data = (
        DATA
        + "VAR num n;\n"
        + "".join(f"FUNC num {name}()\n{body}\nENDFUNC\n" for name in ("one", "two"))
    )
    made = translate(module("n:=one();", "n:=two();", data=data))
    assert made.text.count("ONE_GIVES = N") == 1 and made.text.count("TWO_GIVES = N") == 1


ABOVE = """
FUNC robtarget above(robtarget p,num up\\num out)
  VAR robtarget q;
  IF Present(out) RETURN Offs(p,out,0,up);
  q:=p;
  q.trans.z:=q.trans.z+up;
  RETURN q;
ENDFUNC
FUNC num twice(num a)
  RETURN 2*a;
ENDFUNC
"""


def test_functions_give_places(goes_of) -> None:
    goes = goes_of(
        "VAR robtarget at;",
        f"MoveL above(p1,20),v100,fine,{ON_TABLE};",
        f"MoveL Offs(above(p1,20\\out:=5),0,0,1),v100,fine,{ON_TABLE};",
        "at:=above(p1,twice(3));",
        f"MoveL at,v100,fine,{ON_TABLE};",
        data=DATA + ABOVE,
    )
    assert (places(goes) - P1).round(4).tolist() == [[0, 0, 20], [0, 5, 21], [0, 0, 6]]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("n:=above(p1,1);", "ABOVE gives a robtarget"),
        ("MoveL twice(2),v100,fine,grip;", "TWICE gives a num"),
        ("n:=Distance(p1,p1);", "only a distance between places of robtargets"),
    ],
)
def test_a_function_of_another_type_is_told(line, why) -> None:
    (found,) = lost(translate(module(line, data=DATA + ABOVE + "VAR num n;\n")))
    assert found.message.startswith(why)


def test_a_distance_is_known_or_worked_out_in_the_run(goes_of) -> None:
    data = DATA + "VAR num n;\nVAR robtarget at;\nCONST num far:=Distance([3,0,0],[0,4,0]);\n"
    goes = goes_of(
        "at:=Offs(p1,3,4,0);",
        "n:=Distance(p1.trans,at.trans)+far;",
        f"MoveL Offs(p1,n,0,0),v100,fine,{ON_TABLE};",
        "n:=Distance(p1.trans,p1.trans)+2;",
        f"MoveL Offs(p1,n,0,0),v100,fine,{ON_TABLE};",
        data=data,
    )
    assert (places(goes) - P1).round(4).tolist() == [[0, 10, 0], [0, 2, 0]]


LISTS = f"""
VAR num list{{3}}:=[4,5,6];
CONST num fixed{{2}}:=[7,8];
CONST robtarget row{{2}}:=[[[50,0,150],[0,0,1,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]],
  [[60,0,150],[0,0,1,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]]];
PROC along(num of{{*}},robtarget at{{*}})
  FOR i FROM 1 TO Dim(of,1) DO
    MoveL Offs(at{{Dim(at,1)}},0,0,of{{i}}),v100,fine,{ON_TABLE};
  ENDFOR
ENDPROC
PROC twice(INOUT num of{{*}},robtarget at{{*}})
  VAR num own{{1}}:=[9];
  of{{1}}:=2*of{{1}};
  along of,at;
  along own,at;
ENDPROC
"""


def test_arrays_are_passed_on_with_their_sizes(goes_of) -> None:
    lines = ("along list,row;", "along fixed,row;", "twice list,row;", "along list,row;")
    goes = goes_of(*lines, data=DATA + LISTS)
    heights = [4, 5, 6, 7, 8, 8, 5, 6, 9, 8, 5, 6]
    way = (places(goes) - P1).round(4)
    # A motion to where the arm is already is none.
    expected = [z for z, before in zip(heights, [None, *heights], strict=False) if z != before]
    assert way[:, 2].tolist() == expected
    assert set(way[:, 1].tolist()) == {10}
