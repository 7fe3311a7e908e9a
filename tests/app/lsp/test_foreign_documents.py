"""The language server on a file of a robot maker: findings and hover at its own lines."""

import asyncio

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp

from tests.depth import share

CELL = "cell: 1\nrobots: {arm: {use: kuka_kr6_r900_2, hand: two_finger_85}}\n"
SOURCE = """DEF WELD( )
BAS(#INITMOV,0)
$TOOL={X 0,Y 0,Z 142,A 0,B 0,C 0}
PTP XHOME
  BLINK_TWICE
LIN {X 3500,Y 0,Z 100,A 0,B 180,C 0}
END
"""
HOME = "DEFDAT WELD\nDECL E6AXIS XHOME={A1 0,A2 -90,A3 90,A4 0,A5 60,A6 0}\nENDDAT\n"


def test_a_foreign_document_has_findings_hover_and_no_edits(server, asked, tmp_path) -> None:
    (tmp_path / "one.cell.yaml").write_text(CELL, encoding="utf-8")
    (tmp_path / "weld.dat").write_text(HOME, encoding="utf-8")
    uri = (tmp_path / "weld.src").as_uri()
    document = lsp.TextDocumentIdentifier(uri)

    async def conversation() -> None:
        async with server(str(tmp_path / "one.cell.yaml")) as client:
            client.open(SOURCE, uri)
            told = await client.until("E301")
            places = {str(d.code): d.range.start for d in told.diagnostics}
            assert places["W702"] == lsp.Position(4, 2) and places["E301"] == lsp.Position(5, 0)
            there = lsp.Position(3, 5)
            hover = await client.text_document_hover_async(lsp.HoverParams(document, there))
            assert "MOVE #XHOME" in hover.contents.value
            assert "weld.dat:2, value of the last run" in hover.contents.value
            formatted = await client.text_document_formatting_async(
                lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, True))
            )
            assert not formatted
            symbols = await client.text_document_document_symbol_async(
                lsp.DocumentSymbolParams(document)
            )
            assert [symbol.name for symbol in symbols] == ["WELD"]

    asked(conversation)


def test_without_a_cell_the_server_asks_for_one(server, asked) -> None:
    async def conversation() -> None:
        async with server() as client:
            client.open(SOURCE, "file:///weld.src")
            (found,) = (await asyncio.wait_for(client.published.get(), 20)).diagnostics
            assert found.code == "E704" and "name a cell" in found.message

    asked(conversation)


FANUC = """/PROG  WELD
/MN
   1:J P[1] 50% FINE ;
   2:  SOFTFLOAT[1] ;
   3:L P[2:"seam"] 100mm/sec FINE ;
/POS
P[1]{
   GP1:
	UF : 0, UT : 0,
	J1= 0.0 deg, J2= 0.0 deg, J3= 0.0 deg, J4= 0.0 deg, J5= -90.0 deg, J6= 0.0 deg
};
P[2:"seam"]{
   GP1:
	UF : 0, UT : 0,	CONFIG : 'N U T, 0, 0, 0',
	X = 3500.0 mm, Y = 0.0 mm, Z = 200.0 mm, W = 180.0 deg, P = 0.0 deg, R = 0.0 deg
};
/END
"""
SCRIPT = """def weld():
  movej([0,-1.57,1.57,-1.57,-1.57,0], a=1.4, v=1.05)
  blink(2)
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
C00001=3500,0,-100,180,0,0
//INST
NOP
MOVJ C00000 VJ=50.00 PL=0
SFTON P001
MOVL C00001 V=100.0 PL=0
END
"""
# Arm, file, text, the places of what is not understood and of the goal out of reach, and what the
# hover over that motion tells.
OTHERS = [
    ("fanuc_lrmate200id", "weld.ls", FANUC, (3, 7), 4, ("MOVES P2", "line 12: X 3500")),
    ("yaskawa_gp8", "weld.jbi", JOB, (12, 0), 13, ("MOVES C00001", "line 9: X to Rz 3500")),
    ("ur5e", "weld.script", SCRIPT, (2, 2), 3, ("MOVES PM3000_M200_300", "SPEED 100 MMPS")),
]


@pytest.mark.parametrize(("arm", "name", "text", "unknown", "far", "words"), share(OTHERS, 1))
def test_other_makers_have_findings_and_hover_at_their_own_lines(
    arm, name, text, unknown, far, words, server, asked, tmp_path
) -> None:
    cell = tmp_path / "one.cell.yaml"
    cell.write_text(f"cell: 1\nrobots: {{arm: {{use: {arm}}}}}\n", encoding="utf-8")
    uri = (tmp_path / name).as_uri()
    document = lsp.TextDocumentIdentifier(uri)

    async def conversation() -> None:
        async with server(str(cell)) as client:
            client.open(text, uri)
            told = await client.until("E301")
            places = {str(d.code): d.range.start for d in told.diagnostics}
            assert places["W702"] == lsp.Position(*unknown)
            assert places["E301"].line == places["N703"].line == far
            hover = await client.text_document_hover_async(
                lsp.HoverParams(document, lsp.Position(far, 7))
            )
            assert all(word in hover.contents.value for word in words)
            symbols = await client.text_document_document_symbol_async(
                lsp.DocumentSymbolParams(document)
            )
            assert [symbol.name for symbol in symbols] == ["WELD"]

    asked(conversation)
