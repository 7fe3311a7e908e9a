"""The language server finds documents by every way in which editors write their URIs."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from app.lsp.documents import address_of, path_of

TEXT = "POINT Box 1 2 3 4 5 6\nPOINT Loc1 1 2 3 4 5 6\nMOVE Loc1\nMVOE Loc1\nEND\n"
ODD = (
    "file:///tmp/a%20b.val",
    "file:///tmp/a b.val",
    "file:///tmp/T%C3%BCr/gr%C3%B6%C3%9Fe.val",
    "file:///tmp/Tür/größe.val",
    "file:///tmp/100%25.val",
    "file:///tmp/100%2525.val",
    "file:///tmp/50%.val",
    "file:///tmp/a%23b.val",
    "file:///tmp/a#c.val",
    "file:///tmp/what%3F.val",
    "file:///tmp/(1)%26%2B%3D~;,'!.val",
    "file:///tmp/%E2%82%AC%F0%9D%84%9E.val",
    "file:///c%3A/Users/J%C3%B6rg/p.val",
    "file:///D%3A/p.val",
    "file:///e:/p.val",
    "file:///F:/a%20b/p.val",
    "file://server/share%20d/p.val",
    "file://wsl%24/Debian/p.val",
    "file:/tmp/short.val",
    "untitled:Untitled-1",
    "untitled:a%20b",
    "vscode-vfs://github/a%2Bb/p.val",
    "vscode-notebook-cell:/c%3A/n.ipynb#W0sZmlsZQ%3D%3D",
)


def opened(uri: str, text: str) -> lsp.DidOpenTextDocumentParams:
    return lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "val", 1, text))


async def answered(client: LanguageClient, uri: str, asked_as: str) -> dict[str, object]:
    """The answers for a document that an editor opens, asks about, changes and closes."""
    document, there = lsp.TextDocumentIdentifier(asked_as), lsp.Position(2, 6)
    client.text_document_did_open(opened(uri, TEXT))
    at_first = await asyncio.wait_for(client.published.get(), 60)
    hover = await client.text_document_hover_async(lsp.HoverParams(document, there))
    renamed = await client.text_document_rename_async(lsp.RenameParams(document, there, "Pick"))
    line = lsp.Range(lsp.Position(3, 0), lsp.Position(3, 4))
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(2, asked_as),
            [lsp.TextDocumentContentChangePartial(line, "MOVE")],
        )
    )
    changed = await asyncio.wait_for(client.published.get(), 60)
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))
    closed = await asyncio.wait_for(client.published.get(), 60)
    return {
        "told": [
            (found.uri, [d.code for d in found.diagnostics])
            for found in (at_first, changed, closed)
        ],
        "hover": hover is not None and "POINT Loc1" in hover.contents.value,
        "renamed": {} if renamed is None else {u: len(e) for u, e in renamed.changes.items()},
    }


def expected(uri: str) -> dict[str, object]:
    return {"told": [(uri, ["E110"]), (uri, []), (uri, [])], "hover": True, "renamed": {uri: 2}}


def test_a_document_is_answered_under_the_very_uri_that_the_editor_sent(server, asked) -> None:
    async def conversation() -> None:
        async with server() as client:
            found = {uri: await answered(client, uri, uri) for uri in ODD}
        assert found == {uri: expected(uri) for uri in ODD}

    asked(conversation)


@pytest.mark.parametrize(
    ("first", "as_well"),
    [
        ("file:///c%3A/a%20b.val", ("file:///C:/a%20b.val", "file:///c:/a b.val")),
        ("file:///tmp/T%C3%BCr.val", ("file:///tmp/T%c3%bcr.val", "file:///tmp/Tür.val")),
        ("file://Server/share/p.val", ("file://server/share/p.val",)),
        ("file:///tmp/p.val", ("file://localhost/tmp/p.val", "file:/tmp/p.val")),
    ],
)
def test_a_document_is_found_by_every_spelling_of_its_uri(
    first: str, as_well: tuple[str, ...], server, asked
) -> None:
    async def conversation() -> None:
        async with server() as client:
            for spelling in as_well:
                assert await answered(client, first, spelling) == expected(first), spelling

    asked(conversation)


@pytest.mark.parametrize("name", ["a b", "Tür", "100%", "50%25", "a#b", "what?", "€ 𝄞", "a+b&c=d"])
def test_the_uri_of_a_file_leads_to_it(tmp_path: Path, name: str) -> None:
    path = tmp_path / name / f"{name}.val"
    assert path_of(path.as_uri()) == path


def test_different_files_have_different_addresses() -> None:
    assert len({address_of(uri) for uri in ODD}) == len(ODD) - 2
    assert address_of(ODD[0]) == address_of(ODD[1])
    assert address_of(ODD[2]) == address_of(ODD[3])
    assert path_of("untitled:c%3A/x.val") is None
    assert path_of("file:///%00") is None


def test_a_file_beside_one_in_a_folder_with_an_odd_name_is_found(
    tmp_path: Path, server, asked
) -> None:
    folder = tmp_path / "größe 100% #1"
    folder.mkdir()
    (folder / "pick.val").write_text(".PROGRAM PICK\nPOINT Tray 6 5 4 3 2 1\n.END\n")
    main = (folder / "main.val").as_uri()
    (folder / "main.val").write_text("CALL pick\nMOVE Tray\nEND\n")

    async def conversation() -> None:
        async with server() as client:
            client.text_document_did_open(opened(main, "CALL pick\nMOVE Tray\nEND\n"))
            there = lsp.TextDocumentIdentifier(main), lsp.Position(1, 6)
            found = await client.text_document_definition_async(lsp.DefinitionParams(*there))
            told = await asyncio.wait_for(client.published.get(), 60)
        assert found.uri == (folder / "pick.val").resolve().as_uri()
        assert [d.code for d in told.diagnostics] == []

    asked(conversation)
