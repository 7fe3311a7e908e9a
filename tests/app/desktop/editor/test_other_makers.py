"""FANUC and URScript files in the window: findings, steps by their lines, stops, help, colours."""

import re
from types import SimpleNamespace

import pytest

from app.desktop.editor.highlighter import colours_of
from app.desktop.runs.run_control import Command
from tests.depth import share

FANUC = r"""/PROG  WELD
/ATTR
DEFAULT_GROUP	= 1,*,*,*,*;
/MN
   1:  UFRAME_NUM=0 ;
   2:  UTOOL_NUM=0 ;
   3:J P[1] 50% FINE ;
   4:  !down to the seam ;
   5:L P[2:"seam"] 100mm/sec CNT50 ;
   6:  SOFTFLOAT[1] ;
   7:  R[3:parts]=R[3:parts]+1 ;
   8:L P[3] 100mm/sec FINE ;
/POS
P[1]{
   GP1:
	UF : 0, UT : 0,
	J1=     0.000 deg,	J2=     0.000 deg,	J3=     0.000 deg,
	J4=     0.000 deg,	J5=   -90.000 deg,	J6=     0.000 deg
};
P[2:"seam"]{
   GP1:
	UF : 0, UT : 0,		CONFIG : 'N U T, 0, 0, 0',
	X =    385.000  mm,	Y =      0.000  mm,	Z =    200.000  mm,
	W =   180.000 deg,	P =     0.000 deg,	R =     0.000 deg
};
P[3]{
   GP1:
	UF : 0, UT : 0,		CONFIG : 'N U T, 0, 0, 0',
	X =   3500.000  mm,	Y =      0.000  mm,	Z =    200.000  mm,
	W =   180.000 deg,	P =     0.000 deg,	R =     0.000 deg
};
/END
"""
NUMBERS = "[*NUMREG*]$NUMREG\n  [3] = 12  'parts'\n"
SCRIPT = """def weld():
  set_tcp(p[0,0,0.142,0,0,0])
  movej([0,-1.57,1.57,-1.57,-1.57,0], a=1.4, v=1.05)
  # down to the seam
  movel(p[-0.4,-0.2,0.3,0,3.1416,0], a=1.2, v=0.1)
  blink(2)
  count = 3
  movel(p[-3,-0.2,0.3,0,3.1416,0], a=1.2, v=0.1)
end
"""
JOB = """/JOB
//NAME WELD
//POS
///TOOL 0
///POSTYPE ROBOT
///RECTAN
///RCONF 0,0,0,0,0,0
C00000=350,0,-100,180,0,0
C00001=350,0,-150,180,0,0
C00002=3500,0,-100,180,0,0
//INST
NOP
MOVJ C00000 VJ=50.00 PL=0
'down to the seam
MOVL C00001 V=100.0 PL=1
SFTON P001
SET B000 3
MOVL C00002 V=100.0 PL=0
END
"""
# Of each maker: the arm, the text, the lines of the motions that are done, of the word that is not
# understood, of the goal out of reach, and of the steps before it.
MAKERS = {
    "weld.ls": SimpleNamespace(
        arm="fanuc_lrmate200id",
        text=FANUC,
        moves=(7, 9),
        unknown=10,
        far=12,
        steps=[4, 7, 9, 11],
    ),
    "weld.jbi": SimpleNamespace(
        arm="yaskawa_gp8", text=JOB, moves=(13, 15), unknown=16, far=18, steps=[11, 13, 15, 17]
    ),
    "weld.script": SimpleNamespace(
        arm="ur5e", text=SCRIPT, moves=(3, 5), unknown=6, far=8, steps=[1, 2, 3, 5, 7]
    ),
}


@pytest.fixture(params=share(list(MAKERS), 1))
def opened(request, unseen, qtbot, tmp_path):
    """The window, never shown, on a program of a maker in a cell with its arm, checked; and what
    is known of the program."""
    maker = MAKERS[request.param]
    cell = f"cell: 1\nrobots: {{arm: {{use: {maker.arm}, hand: two_finger_85}}}}\n"
    (tmp_path / "one.cell.yaml").write_text(cell, encoding="utf-8")
    (tmp_path / "numreg.va").write_text(NUMBERS, encoding="ascii")
    (tmp_path / request.param).write_bytes(maker.text.replace("\n", "\r\n").encode("ascii"))
    assert unseen.desk.open_cell(tmp_path / "one.cell.yaml")
    assert unseen.desk.open_program(tmp_path / request.param)
    qtbot.waitUntil(lambda: unseen.document.is_checked)
    return unseen, maker


def test_the_text_is_the_makers_own_with_findings_at_its_lines(opened) -> None:
    window, maker = opened
    document = window.document
    assert document.active.text == maker.text
    found = {(f.code, f.line) for f in document.findings if f.severity != "note"}
    assert found == {("W702", maker.unknown), ("E301", maker.far)}
    assert ("N703", maker.far) in {(f.code, f.line) for f in document.findings}


def test_it_is_stepped_line_by_line_and_stops_at_a_breakpoint(opened, qtbot) -> None:
    window, maker = opened
    document = window.document
    control, lines = document.control, []
    while control.line != maker.far:
        lines.append(control.line)
        control = control.press(Command.STEP, 0.0).advance(99.0)
    assert lines == maker.steps
    document.active.set_breakpoint(maker.moves[1])
    document.press(Command.RUN)
    qtbot.waitUntil(lambda: document.control.line == maker.moves[1])
    assert "breakpoint" in document.control.reason


def test_help_tells_what_a_motion_is_read_as(opened) -> None:
    window, maker = opened
    editor = window.editor.current
    editor.go_to(maker.moves[1], 6)
    assert editor.show_help()
    told = editor.help_card.text.toPlainText()
    assert "Read as" in told and re.search("MOVES [PC]", told) and "SPEED 100 MMPS" in told


def test_help_tells_the_values_of_fanuc_points_and_registers(unseen, qtbot, tmp_path) -> None:
    (tmp_path / "one.cell.yaml").write_text(
        "cell: 1\nrobots: {arm: {use: fanuc_lrmate200id}}\n", encoding="utf-8"
    )
    (tmp_path / "numreg.va").write_text(NUMBERS, encoding="ascii")
    (tmp_path / "weld.ls").write_text(FANUC, encoding="ascii")
    assert unseen.desk.open_cell(tmp_path / "one.cell.yaml")
    assert unseen.desk.open_program(tmp_path / "weld.ls")
    qtbot.waitUntil(lambda: unseen.document.is_checked)
    editor = unseen.editor.current
    told = {(9, 9): "line 20: X 385, Y 0, Z 200, W 180", (14, 2): "line 14: J1 0"}
    told[11, 9] = "numreg.va:2, value of the last run"
    for place, words in told.items():
        editor.go_to(*place)
        assert editor.show_help()
        assert words in editor.help_card.text.toPlainText()


def test_words_and_remarks_of_both_makers_are_coloured(tmp_path) -> None:
    fanuc = colours_of(tmp_path / "a.LS")("   4:  !down ;")
    assert [(p.kind, p.column) for p in fanuc][-1] == ("comment", 8)
    script = colours_of(tmp_path / "a.script")("  movel(p) # down")
    assert [p.kind for p in script if p.kind != "number"] == ["keyword", "comment"]


def test_our_words_fold_nothing_in_a_text_that_gives_them_another_meaning(opened) -> None:
    window, maker = opened
    source, editor = window.document.active, window.editor.current
    source.replace_text("   5:  DO[1]=OFF ;\n\nEND\n" + maker.text)
    assert not editor.folding.can_fold(editor.document().firstBlock())
    editor.folding.fold_all()
    assert not editor.folding.is_used
