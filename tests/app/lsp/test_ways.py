"""Ways round as code actions: listed at once, sought when chosen, cancelled, refused."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp

from app.lsp.ways import COMMAND

pytestmark = pytest.mark.long

POST = Path(__file__).parents[1] / "post"
CELL = (POST / "post.cell.yaml").read_text(encoding="utf-8")
PROGRAM = (POST / "post.val").read_text(encoding="utf-8")
URI = "file:///p.val"
DOCUMENT = lsp.TextDocumentIdentifier(URI)
ARC = """\
READY
HERE A
POINT B = SHIFT(A BY 80, 150, 0)
POINT C = SHIFT(A BY 0, 300, 0)
C1MOVE B
C2MOVE C
END
"""
RESOLVES = lsp.ClientCapabilities(
    text_document=lsp.TextDocumentClientCapabilities(
        code_action=lsp.CodeActionClientCapabilities(
            resolve_support=lsp.ClientCodeActionResolveOptions(["edit"]), data_support=True
        )
    ),
    window=lsp.WindowClientCapabilities(work_done_progress=True),
)


@pytest.fixture
def cell(tmp_path):
    path = tmp_path / "post.cell.yaml"
    path.write_text(CELL)
    return str(path)


def listen(client, cancels_first=False):
    """Collects messages, progress and edits of a client, which accepts every edit.

    cancels_first: The client cancels the first search as soon as it is told of it.
    """
    messages, progress, edits = [], [], []
    client.feature(lsp.WINDOW_SHOW_MESSAGE)(lambda params: messages.append(params.message))
    client.feature(lsp.WINDOW_WORK_DONE_PROGRESS_CREATE)(lambda params: None)

    @client.feature(lsp.PROGRESS)
    def told(params: lsp.ProgressParams) -> None:
        if cancels_first and not progress:
            stop = lsp.WorkDoneProgressCancelParams(params.token)
            client.window_work_done_progress_cancel(stop)
        progress.append(params)

    @client.feature(lsp.WORKSPACE_APPLY_EDIT)
    def apply(params: lsp.ApplyWorkspaceEditParams) -> lsp.ApplyWorkspaceEditResult:
        edits.append(params.edit)
        return lsp.ApplyWorkspaceEditResult(True)

    return messages, progress, edits


async def offered(client, line: int) -> list[lsp.CodeAction]:
    """The code actions of a line, from 0, that look for a way round."""
    here = lsp.Range(lsp.Position(line, 0), lsp.Position(line, 0))
    params = lsp.CodeActionParams(DOCUMENT, here, lsp.CodeActionContext([]))
    found = await client.text_document_code_action_async(params)
    return [action for action in found if action.title.startswith("find a way round")]


def written(edit: lsp.WorkspaceEdit) -> str:
    (change,) = edit.changes[URI]
    return change.new_text


def test_a_way_is_listed_for_a_collision_and_sought_when_it_is_chosen(server, asked, cell) -> None:
    async def conversation() -> None:
        async with server(cell, capabilities=RESOLVES) as client:
            messages, progress, _ = listen(client)
            client.open(PROGRAM)
            await client.until("E501")
            assert await offered(client, 2) == []
            (action,) = await offered(client, 3)
            assert action.edit is None and [d.code for d in action.diagnostics] == ["E501"]
            chosen = await client.code_action_resolve_async(action)
            (change,) = chosen.edit.changes[URI]
            assert change.range == lsp.Range(lsp.Position(3, 0), lsp.Position(3, 7))
            assert "MOVE #VIA1" in change.new_text and change.new_text.endswith("MOVE #B")
            assert messages[0].startswith("line 4: a way round: ") and "proven" in messages[0]
            kinds = [params.value["kind"] for params in progress]
            assert kinds[0] == "begin" and kinds[-1] == "end"

    asked(conversation)


def test_an_editor_that_resolves_nothing_gets_the_edit_by_a_command(server, asked, cell) -> None:
    async def conversation() -> None:
        async with server(cell) as client:
            messages, _, edits = listen(client)
            client.open(PROGRAM)
            await client.until("E501")
            (action,) = await offered(client, 3)
            assert COMMAND in str(action.command)  # the client reads every command as a text
            asked_for = lsp.ExecuteCommandParams(COMMAND, [URI, 4])
            await client.workspace_execute_command_async(asked_for)
            assert "MOVE #VIA1" in written(edits[0])
            assert "a way round" in messages[0]

    asked(conversation)


def test_a_search_that_is_cancelled_gives_no_edit_and_the_server_goes_on(
    server, asked, cell
) -> None:
    async def conversation() -> None:
        async with server(cell, capabilities=RESOLVES) as client:
            messages, _, _ = listen(client, cancels_first=True)
            client.open(PROGRAM)
            await client.until("E501")
            (action,) = await offered(client, 3)
            assert (await client.code_action_resolve_async(action)).edit is None
            assert messages == ["the search for a way round for line 4 was ended"]
            assert (await client.code_action_resolve_async(action)).edit is not None

    asked(conversation)


def test_what_blocks_is_said_where_there_is_no_way(server, asked, cell) -> None:
    async def conversation() -> None:
        async with server(cell, capabilities=RESOLVES) as client:
            messages, _, _ = listen(client)
            client.open(PROGRAM.replace("#B = 40,", "#B = 20,"))
            await client.until("E501")
            (action,) = await offered(client, 3)
            assert (await client.code_action_resolve_async(action)).edit is None
            assert "at its goal" in messages[0] and "POST" in messages[0]

    asked(conversation)


def test_an_arc_is_listed_as_disabled_in_the_words_of_the_command_line(server, asked, cell) -> None:
    async def conversation() -> None:
        async with server(cell, capabilities=RESOLVES) as client:
            messages, _, _ = listen(client)
            client.open(ARC)
            await client.until("E501")
            (action,) = await offered(client, 5)
            assert action.disabled.reason.startswith("line 6 (C2MOVE) belongs to an arc")
            assert (await client.code_action_resolve_async(action)).edit is None
            assert messages == [action.disabled.reason]

    asked(conversation)


def test_a_text_that_was_not_checked_yet_offers_no_search(server, asked, cell) -> None:
    async def conversation() -> None:
        async with server(cell, capabilities=RESOLVES) as client:
            client.open(PROGRAM)
            assert await offered(client, 3) == []
            await asyncio.wait_for(client.published.get(), 60)

    asked(conversation)
