"""Values of KRL in our words: expressions, functions, structures, frames and their products."""

import pytest

from language.foreign.draft import NotSaidError
from scenes.makers.krl.krl_data import Declarations
from scenes.makers.krl.krl_expressions import Names
from scenes.makers.krl.krl_frames import pose_of_frame
from scenes.makers.krl.terms.krl_types import Types
from scenes.makers.krl.terms.krl_values import Values
from tests.scenes.makers.krl.conftest import ARMS, lost, program, translate


def said(krl: str, *codes: str) -> str | None:
    """A value in our words, with declarations; None where ours cannot say it."""
    types = Types()
    types.read(codes)
    raw = "{0[1][X]:g}".format
    values = Values(
        types, Names({}), Declarations(), frozenset(), lambda *given: raw(given), lambda: ""
    )
    try:
        text = values.text(krl)
    except NotSaidError:
        return None
    return "; ".join([*values.before, text])


def test_enumerations_are_numbers_that_differ_and_messages_are_typed(run_on) -> None:
    lines = ("STATE=#IDLE", "IF STATE==#BUSY THEN", "HALT", "ENDIF", 'MsgNotify("all well")')
    made = translate(program(*lines))
    assert not lost(made) and 'TYPE "all well"' in made.text
    run = run_on(ARMS[0], made.text)
    assert "PAUSE" not in {step.statement.name for step in run.steps}


def test_a_function_gives_its_value_and_changes_no_value_of_its_caller(run_on) -> None:
    text = program("N=2", "WAIT SEC F(N)+F(1)/2", "IF F(N)==5 THEN", "WAIT SEC N", "ENDIF")
    text += "DEFFCT INT F(A:IN)\nDECL INT A,I\nI=A*A\nA=I+1\nRETURN A\nENDFCT\n"
    made = translate(text)
    assert not lost(made)
    # F(2) = 5 and F(1) = 2: 5 + 2 / 2 s, then N, which is still 2.
    assert run_on(ARMS[0], made.text).duration == pytest.approx(8.0)


def test_structures_are_kept_field_by_field(run_on) -> None:
    data = "STRUC PILE INT FILL,FRAME TOP\nDECL PILE A={FILL 3,TOP {X 1,Y 2,Z 3,A 0,B 0,C 0}}\n"
    lines = ("B=A", "B.FILL=B.FILL+1", "B.TOP.Z=B.TOP.Z+7", "C[2]=B.FILL/3", "UP(B)")
    text = "DEF A1( )\nDECL PILE B\nDECL INT C[3]\n" + "\n".join(lines)
    text += "\nWAIT SEC B.FILL+C[2]\nWAIT SEC B.TOP.Z+A.TOP.Z\nEND\n"
    text += "DEF UP(P:OUT)\nDECL PILE P\nP.FILL=P.FILL+5\nEND\n"
    made = translate(text, data)
    assert not lost(made)
    # B.FILL = 3 + 1 + 5 and C[2] = 4 / 3 of whole numbers; B.TOP.Z = 10 and A.TOP.Z stays 3.
    assert run_on(ARMS[0], made.text).duration == pytest.approx(9 + 1 + 10 + 3)


@pytest.mark.parametrize("angles", [(10, 20, 30), (-150, 70, 5), (0, 0, 0), (33, -88, -170)])
def test_a_product_of_frames_is_that_of_their_matrices(angles, run_on) -> None:
    a, b, c = angles
    lines = (f"G={{X 20,Y 30,Z 40,A {a},B {b},C {c}}}", "G.X=G.X+5", "G.A=G.A+4", "H=P:G")
    text = program("DECL FRAME P,G,H", "P={X 30,Y 0,Z 60,A 7,B 170,C 11}", *lines)
    waits = "".join(f"WAIT SEC H.{key}+1000\n" for key in "XYZABC")
    made = translate(text.replace("END\n", f"{waits}END\n"))
    assert not lost(made)
    run = run_on(ARMS[0], made.text)
    told = [step.duration - 1000 for step in run.steps if step.statement.name == "DELAY"]
    P, G, H = (
        pose_of_frame(dict(zip("XYZABC", values, strict=True)))
        for values in ((30, 0, 60, 7, 170, 11), (25, 30, 40, a + 4, b, c), told)
    )
    assert pytest.approx(P @ G, abs=1e-6) == H


@pytest.mark.parametrize(
    ("krl", "ours"),
    [
        ("A==1 AND B<>2", "A == 1 AND B <> 2"),
        ("NOT $IN[3]", "NOT SIG(3)"),
        ("-X*(2.5+Y[I])", "-X * (2.5 + Y[I])"),
        ("ABS(A)/SQRT(2)", "ABS(A) / SQRT(2)"),
        ("ATAN2(1,2) > 45", "ATAN2(1, 2) > 45"),
        ("A EXOR TRUE", "A XOR TRUE"),
        ("'B0101'", "5"),
        ("$POS_ACT.X > 3", "SET KRL.HERE = HERE; DX(KRL.HERE) > 3"),
        ("F(2)", None),
        ("P.X", "DX(P)"),
        ("$STOPMESS", None),
        ("B B_AND 3", None),
        ("7 / 2", "INT(7 / 2)"),
        ("7 / 2.0", "7 / 2.0"),
        ("A - (B - C)", "A - (B - C)"),
        ("NOT (A == B) OR C", "NOT (A == B) OR C"),
        ("1e999", None),
        ("#ON == S", "1 == S"),
        ("A[1", None),
    ],
)
def test_expressions(krl, ours) -> None:
    assert said(krl) == ours
