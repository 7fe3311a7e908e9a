"""The language server, asked through a client on its standard input and output."""

import asyncio
import sys

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from app.lsp import Text

URI = "file:///p.val"
TEXT = "POINT Loc1 1 2 3 4 5 6\nmove loc1 ; 𝄞\nMVOE Loc1\nEND\n"


async def conversation() -> dict:
    client = LanguageClient("test", "1")
    published: asyncio.Queue = asyncio.Queue()

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def got(params: lsp.PublishDiagnosticsParams) -> None:
        published.put_nowait(params)

    await client.start_io(sys.executable, "-m", "app", "lsp")
    await client.initialize_async(
        lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=None)
    )
    client.initialized(lsp.InitializedParams())
    item = lsp.TextDocumentItem(URI, "val", 1, TEXT)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    document = lsp.TextDocumentIdentifier(URI)
    at = lsp.Position(1, 6)
    answers = {"diagnostics": (await asyncio.wait_for(published.get(), 20)).diagnostics}
    answers["hover"] = await client.text_document_hover_async(lsp.HoverParams(document, at))
    answers["definition"] = await client.text_document_definition_async(
        lsp.DefinitionParams(document, at)
    )
    options = lsp.FormattingOptions(2, True)
    answers["format"] = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(document, options)
    )
    answers["rename"] = await client.text_document_rename_async(
        lsp.RenameParams(document, at, "Pick")
    )
    answers["symbols"] = await client.text_document_document_symbol_async(
        lsp.DocumentSymbolParams(document)
    )
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return answers


def test_an_editor_gets_answers_over_the_protocol() -> None:
    answers = asyncio.run(asyncio.wait_for(conversation(), 60))
    (found,) = answers["diagnostics"]
    assert (found.code, found.range.start) == ("E110", lsp.Position(2, 0))
    assert "POINT Loc1" in answers["hover"].contents.value
    assert answers["definition"].range.start == lsp.Position(0, 6)
    assert "MOVE Loc1  ; 𝄞" in answers["format"][0].new_text
    assert len(answers["rename"].changes[URI]) == 2
    assert [s.name for s in answers["symbols"]] == ["Loc1", "END"]


def test_places_are_counted_in_utf_16_units_there_and_in_characters_here() -> None:
    text = Text("a𝄞b")
    assert text.position(1, 3) == lsp.Position(0, 3)
    assert text.place(lsp.Position(0, 3)) == (1, 3)
    assert text.place(lsp.Position(9, 3)) == (10, 1)
