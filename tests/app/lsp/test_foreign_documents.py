"""The language server on a file of a robot maker: findings and hover at its own lines."""

import asyncio

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp

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
