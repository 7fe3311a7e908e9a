"""The language server on programs that call programs of other files."""

import asyncio
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from app.lsp.features import MOST_SHOWN, nearest_first
from language import parse

MAIN = "POINT Box 1 2 3 4 5 6\nMOVE Box\nCALL pick\nCALL nowhere\nMOVE Tray\nEND\n"
PICK = ".PROGRAM PICK\nPOINT Tray 6 5 4 3 2 1\nMOVES Box\nMOVES Tray\n.END\n"


class Editor:
    """A client of a server, with the answers that it got."""

    def __init__(self) -> None:
        self.client = LanguageClient("test", "1")
        self.told: dict[str, list[str]] = {}

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def got(params: lsp.PublishDiagnosticsParams) -> None:
            self.told[params.uri] = [str(each.code) for each in params.diagnostics]

    async def __aenter__(self) -> "Editor":
        await self.client.start_io(sys.executable, "-m", "app", "lsp")
        await self.client.initialize_async(
            lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=None)
        )
        self.client.initialized(lsp.InitializedParams())
        return self

    async def __aexit__(self, *why: object) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()

    def open(self, uri: str, text: str) -> None:
        item = lsp.TextDocumentItem(uri, "val", 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def change(self, uri: str, version: int, line: int, text: str) -> None:
        whole = lsp.Range(lsp.Position(line, 0), lsp.Position(line, 999))
        document = lsp.VersionedTextDocumentIdentifier(version, uri)
        change = lsp.TextDocumentContentChangePartial(whole, text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    async def definition(self, uri: str, line: int, column: int) -> tuple[str, int, int]:
        asked = lsp.DefinitionParams(lsp.TextDocumentIdentifier(uri), lsp.Position(line, column))
        found = await self.client.text_document_definition_async(asked)
        assert isinstance(found, lsp.Location)
        return found.uri, found.range.start.line, found.range.start.character

    async def references(self, uri: str, line: int, column: int) -> set[tuple[str, int]]:
        asked = lsp.ReferenceParams(
            lsp.ReferenceContext(True), lsp.TextDocumentIdentifier(uri), lsp.Position(line, column)
        )
        found = await self.client.text_document_references_async(asked)
        return {(each.uri, each.range.start.line) for each in found or ()}

    async def renamed(self, uri: str, line: int, column: int, new: str) -> dict[str, int]:
        at = lsp.Position(line, column)
        asked = lsp.RenameParams(lsp.TextDocumentIdentifier(uri), at, new)
        edit = await self.client.text_document_rename_async(asked)
        changes = edit.changes if edit is not None else None
        return {uri: len(edits) for uri, edits in (changes or {}).items()}


def asked_of(main: str, pick: str, open_both: bool) -> dict:
    async def conversation() -> dict:
        answers: dict = {}
        async with Editor() as editor:
            editor.open(main, MAIN)
            if open_both:
                editor.open(pick, PICK)
            answers["program"] = await editor.definition(main, 2, 6)
            answers["told"] = dict(editor.told)
            answers["location"] = await editor.definition(main, 4, 6)
            answers["uses"] = await editor.references(main, 0, 7)
            answers["renamed"] = await editor.renamed(main, 4, 6, "Pallet")
            answers["refused"] = await editor.renamed(main, 4, 6, "Box")
            if open_both:
                answers["back"] = await editor.definition(pick, 2, 7)
                editor.change(main, 2, 0, "POINT Crate 1 2 3 4 5 6")
                await editor.definition(main, 2, 6)
                answers["later"] = dict(editor.told)
        return answers

    return asyncio.run(asyncio.wait_for(conversation(), 60))


def test_programs_of_a_file_beside_an_open_one_are_found(tmp_path: Path) -> None:
    (tmp_path / "pick.val").write_text(PICK)
    (tmp_path / "main.val").write_text(MAIN)
    main, pick = ((tmp_path / name).resolve().as_uri() for name in ("main.val", "pick.val"))
    answers = asked_of(main, pick, open_both=False)
    assert answers["told"] == {main: ["W211"]}
    assert answers["program"] == (pick, 0, 9)
    assert answers["location"] == (pick, 1, 6)
    assert answers["uses"] == {(main, 0), (main, 1), (pick, 2)}
    assert answers["renamed"] == {main: 1, pick: 2}
    assert answers["refused"] == {}


def test_programs_of_other_open_documents_are_found_without_a_file() -> None:
    main, pick = "untitled:main", "untitled:other"
    answers = asked_of(main, pick, open_both=True)
    assert answers["told"] == {main: ["W211"], pick: []}
    assert answers["program"] == (pick, 0, 9)
    assert answers["back"] == (main, 0, 6)
    assert answers["later"] == {main: ["E201", "W211"], pick: ["E201"]}


def test_an_editor_gets_the_findings_around_the_last_edit_when_there_are_very_many() -> None:
    found = parse("\n".join(f"MVOE A{i}" for i in range(1000))).diagnostics
    shown = nearest_first(found, 500)
    assert len(shown) == MOST_SHOWN and {499, 500, 501} <= {item.line for item in shown}
    assert nearest_first(found, 5)[0].line == 1 and nearest_first(found[:50], 5) == found[:50]
