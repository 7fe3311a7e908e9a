"""The language server, asked by a client on its standard input and output."""

import asyncio
import json
import re
import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from app.lsp.places import Text

HOVER = lsp.TEXT_DOCUMENT_HOVER
URI = "file:///p.val"
DOCUMENT = lsp.TextDocumentIdentifier(URI)
TEXT = "POINT Loc1 1 2 3 4 5 6\nmove loc1 ; 𝄞\nMVOE Loc1\nEND\n"
OUT_OF_REACH = (
    "POINT LOC1 700 0 280 0 90 0\nPOINT FAR 2700 0 280 0 90 0\nMOVE LOC1\nMOVE FAR\nEND\n"
)


def at(line: int, character: int) -> lsp.TextDocumentPositionParams:
    return lsp.TextDocumentPositionParams(DOCUMENT, lsp.Position(line, character))


def test_an_editor_gets_answers_over_the_protocol(server, asked) -> None:
    async def conversation() -> None:
        async with server() as client:
            client.open(TEXT)
            (found,) = (await asyncio.wait_for(client.published.get(), 20)).diagnostics
            assert (found.code, found.range.start) == ("E110", lsp.Position(2, 0))
            there = lsp.Position(1, 6)
            hover = await client.text_document_hover_async(lsp.HoverParams(DOCUMENT, there))
            assert "POINT Loc1" in hover.contents.value
            definition = await client.text_document_definition_async(
                lsp.DefinitionParams(DOCUMENT, there)
            )
            assert definition.range.start == lsp.Position(0, 6)
            formatted = await client.text_document_formatting_async(
                lsp.DocumentFormattingParams(DOCUMENT, lsp.FormattingOptions(2, True))
            )
            assert "MOVE Loc1  ; 𝄞" in formatted[0].new_text
            renamed = await client.text_document_rename_async(
                lsp.RenameParams(DOCUMENT, there, "Pick")
            )
            assert len(renamed.changes[URI]) == 2
            symbols = await client.text_document_document_symbol_async(
                lsp.DocumentSymbolParams(DOCUMENT)
            )
            assert [s.name for s in symbols] == ["Loc1"]

    asked(conversation)


def test_references_leave_the_definition_out_where_that_is_asked_for(server, asked) -> None:
    async def conversation() -> None:
        async with server() as client:
            client.open(TEXT)
            for whole, count in ((True, 2), (False, 1)):
                params = lsp.ReferenceParams(
                    lsp.ReferenceContext(whole), DOCUMENT, lsp.Position(1, 6)
                )
                found = await client.text_document_references_async(params)
                assert len(found) == count

    asked(conversation)


def test_corrections_are_offered_for_all_that_is_selected(server, asked) -> None:
    async def conversation() -> None:
        async with server() as client:
            client.open("MVOE A\nPOINT A 1 2 3 4 5 6\nMVOES A\nEND\n")
            whole = lsp.Range(lsp.Position(0, 0), lsp.Position(4, 0))
            offered = await client.text_document_code_action_async(
                lsp.CodeActionParams(DOCUMENT, whole, lsp.CodeActionContext([]))
            )
            lines = {a.edit.changes[URI][0].range.start.line for a in offered}
            assert lines == {0, 2}

    asked(conversation)


def test_a_closed_document_has_no_findings(server, asked) -> None:
    async def conversation() -> None:
        async with server() as client:
            client.open(TEXT)
            assert await client.codes() == ["E110"]
            client.text_document_did_close(lsp.DidCloseTextDocumentParams(DOCUMENT))
            assert await client.codes() == []

    asked(conversation)


def test_with_a_cell_a_motion_is_run_and_its_branches_and_clearance_are_known(
    server, asked
) -> None:
    async def conversation() -> None:
        async with server("kakazu1985") as client:
            client.open(OUT_OF_REACH)
            assert await client.codes() == []  # at once: the parser found nothing
            (found,) = (await client.until("E301")).diagnostics
            assert found.range == lsp.Range(lsp.Position(3, 0), lsp.Position(3, 8))
            assert "too far" in found.message
            there = lsp.Position(2, 6)
            hover = await client.text_document_hover_async(lsp.HoverParams(DOCUMENT, there))
            for part in ("X 700.00", "8 solutions, 4 within", "ends in branch RAN"):
                assert part in hover.contents.value
            offered = await client.text_document_code_action_async(
                lsp.CodeActionParams(DOCUMENT, lsp.Range(there, there), lsp.CodeActionContext([]))
            )
            titles = [action.title for action in offered]
            assert titles[0] == "switch to branch 1: RIGHTY ABOVE NOFLIP"
            assert titles[-1] == "insert via point VIA1"
            await moved_down(client)

    async def moved_down(client: LanguageClient) -> None:
        """Inserts a line at the top: the finding moves with its line at once, without
        another run.
        """
        while not client.published.empty():
            client.published.get_nowait()
        start = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        change = lsp.TextDocumentContentChangePartial(start, "; first\n")
        document = lsp.VersionedTextDocumentIdentifier(2, URI)
        client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        while (found := await asyncio.wait_for(client.published.get(), 60)).version != 2:
            pass
        assert [item.range.start.line for item in found.diagnostics if item.code == "E301"] == [4]

    asked(conversation)


def test_a_finding_of_a_called_file_stands_in_that_file_where_it_is_open(server, asked) -> None:
    called = "file:///far.val"

    async def conversation() -> None:
        async with server("kakazu1985") as client:
            text = ".PROGRAM FAR\nPOINT A 2700 0 280 0 90 0\nMOVE A\n.END\n"
            client.open(text, called)
            client.open("READY\nCALL FAR\nEND\n")
            found = await client.until("E301")
            while found.uri != called or found.diagnostics[0].range.start.line != 2:
                found = await client.until("E301")

    asked(conversation)


def message(method: str, number: int | None = None, **params: object) -> dict[str, object]:
    known = {"params": params} if params else {}
    return {"jsonrpc": "2.0", "method": method, **known, **({"id": number} if number else {})}


INITIALIZE = message("initialize", 1, processId=None, rootUri=None, capabilities={})
SHUTDOWN, LEAVE = message("shutdown", 2), message("exit")


def ended(*messages: dict[str, object]) -> subprocess.CompletedProcess[bytes]:
    bodies = [json.dumps(each).encode() for each in messages]
    framed = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)
    command = [sys.executable, "-m", "app", "lsp"]
    return subprocess.run(command, input=framed, capture_output=True, timeout=60, check=False)


def answers(output: bytes) -> dict[int, dict[str, Any]]:
    """The answers that the server wrote, by the number of the request."""
    parts = re.split(rb"Content-Length: \d+\r\n(?:Content-Type: [^\r]*\r\n)?\r\n", output)
    bodies = [json.loads(part) for part in parts if part]
    return {body["id"]: body for body in bodies if "id" in body}


def test_a_senseless_request_is_answered_with_its_fault() -> None:
    opened = {"uri": URI, "languageId": "val", "version": 1, "text": TEXT}
    here, place = {"uri": URI}, {"line": 0, "character": 0}
    done = ended(
        INITIALIZE,
        message("textDocument/didOpen", textDocument=opened),
        message(HOVER, 11, textDocument=here, position={"line": -1, "character": 0}),
        message(HOVER, 12, x=1),
        message(HOVER, 13, textDocument={"uri": "file:///no.val"}, position=place),
        message(HOVER, 14, textDocument=here, position={"line": 999, "character": 999}),
        message("textDocument/didClose", textDocument={"uri": "file:///no.val"}),
        SHUTDOWN,
        LEAVE,
    )
    found = answers(done.stdout)
    assert "position" in found[11]["error"]["message"]
    assert "text_document" in found[12]["error"]["message"]
    assert found[13]["error"] == {"code": -32602, "message": "file:///no.val is not open"}
    assert found[14]["result"] is None
    assert done.returncode == 0


def test_columns_are_utf_16_units_whatever_else_an_editor_offers() -> None:
    offers = {"general": {"positionEncodings": ["utf-8", "utf-32"]}}
    begin = message("initialize", 1, processId=None, rootUri=None, capabilities=offers)
    found = answers(ended(begin, SHUTDOWN, LEAVE).stdout)
    assert found[1]["result"]["capabilities"]["positionEncoding"] == "utf-16"


def test_it_ends_with_0_after_shutdown_and_with_1_without() -> None:
    done = ended(INITIALIZE, SHUTDOWN, LEAVE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert set(answers(done.stdout)) == {1, 2}
    assert ended(INITIALIZE, LEAVE).returncode == 1


def test_places_are_counted_in_utf_16_units_there_and_in_characters_here() -> None:
    text = Text("a𝄞b")
    assert text.position(1, 3) == lsp.Position(0, 3)
    assert text.place(lsp.Position(0, 3)) == (1, 3)
    assert text.place(lsp.Position(9, 3)) == (10, 1)
