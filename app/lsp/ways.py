"""Ways round for motions that collide, as code actions.

The list of actions says only that a way can be sought. The search runs in the worker process when
one is chosen: as the action is resolved, or by a command where the editor resolves none. It shows
its progress, and ends at once when the editor cancels the progress or the request.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from lsprotocol import types as lsp

from app.background.way_finding import asking_title
from app.lsp.places import Text, problem_found, workspace_edit
from app.lsp.proven import Proven
from app.lsp.server import Server
from language import Fix, parse
from scenes.connecting.refusals import of_an_arc

COMMAND = "cellwright.findWay"
TITLE = "Way round"
Tell = Callable[[float, str], None]


class Ways:
    """Lists and carries out the searches of a server."""

    def __init__(self, server: Server, proven: Proven) -> None:
        self._server, self._proven = server, proven
        self._numbers = count(1)

    def actions(self, uri: str, text: Text, first: int, last: int) -> list[lsp.CodeAction]:
        """The searches for the motions in lines first to last that collide or come too near."""
        needing = self._proven.needing_ways(uri, text.text)
        program = parse(text.text) if needing else None
        found = []
        for line, problems in needing.items():
            if program is None or not first <= line <= last:
                continue
            refusal = of_an_arc(program, line)
            action = lsp.CodeAction(
                asking_title(line),
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[problem_found(problem, text) for problem in problems],
                disabled=lsp.CodeActionDisabled(refusal) if refusal else None,
            )
            if self._are_resolved:
                action.data = {"uri": uri, "line": line}
            else:
                action.command = lsp.Command(action.title, COMMAND, arguments=[uri, line])
            found.append(action)
        return found

    @property
    def _are_resolved(self) -> bool:
        """Whether the editor asks for the edit of an action when it is chosen."""
        document = self._server.client_capabilities.text_document
        actions = document.code_action if document is not None else None
        resolved = actions.resolve_support if actions is not None else None
        return resolved is not None and "edit" in resolved.properties

    async def resolve(self, action: lsp.CodeAction) -> lsp.CodeAction:
        """The action with its edit, where a way is found; else a message says what blocks."""
        data: Any = action.data
        if isinstance(data, dict) and {"uri", "line"} <= data.keys():
            action.edit = await self._edit(str(data["uri"]), int(data["line"]))
        return action

    async def carry_out(self, uri: str, line: int) -> None:
        """Finds a way and has the editor write it."""
        edit = await self._edit(uri, line)
        if edit is not None:
            params = lsp.ApplyWorkspaceEditParams(edit, TITLE)
            await self._server.workspace_apply_edit_async(params)

    async def _edit(self, uri: str, line: int) -> lsp.WorkspaceEdit | None:
        """The edit that writes a way round for a line; a message tells of the way, or why not."""
        documents = self._server.documents
        if uri not in documents:
            return None
        text = Text(documents.get_text_document(uri).source)
        async with self._progress(line) as (tell, ended):
            search = asyncio.ensure_future(self._proven.find_way(uri, text.text, line, tell))
            either: set[asyncio.Future[Any]] = {search, ended}
            try:
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            finally:
                search.cancel()  # ends what is still under way; one that is done stays done
            found = search.result() if search.done() and not search.cancelled() else None
        if found is None:
            self._say(lsp.MessageType.Info, f"the search for a way round for line {line} was ended")
            return None
        is_same = uri in documents and documents.get_text_document(uri).source == text.text
        if not is_same:
            found = f"the way round for line {line} was dropped: the program has changed since"
        if isinstance(found, str):
            self._say(lsp.MessageType.Warning, found)
            return None
        self._say(lsp.MessageType.Info, f"line {line}: {found.title}")
        return workspace_edit(uri, text, Fix(found.title, found.edits))

    def _say(self, kind: lsp.MessageType, text: str) -> None:
        self._server.window_show_message(lsp.ShowMessageParams(kind, text))

    @asynccontextmanager
    async def _progress(self, line: int) -> AsyncIterator[tuple[Tell, asyncio.Future[None]]]:
        """Shows the progress of a search; gives the function that tells it, from any thread, and a
        future that is cancelled when the editor cancels."""
        loop, progress = asyncio.get_running_loop(), self._server.work_done_progress
        window = self._server.client_capabilities.window
        if window is None or not window.work_done_progress:
            yield (lambda share, text: None), loop.create_future()
            return
        token = f"cellwright-way-{next(self._numbers)}"
        await progress.create_async(token)
        begin = lsp.WorkDoneProgressBegin(
            asking_title(line).removesuffix(" …"), cancellable=True, percentage=0
        )
        progress.begin(token, begin)

        def report(share: float, text: str) -> None:
            if token in progress.tokens:
                told = lsp.WorkDoneProgressReport(message=text, percentage=int(100.0 * share))
                progress.report(token, told)

        def tell(share: float, text: str) -> None:
            loop.call_soon_threadsafe(report, share, text)

        try:
            yield tell, asyncio.wrap_future(progress.tokens[token])
        finally:
            progress.tokens.pop(token, None)
            progress.end(token, lsp.WorkDoneProgressEnd())


def add_ways(server: Server, proven: Proven) -> Ways:
    """Answers the choice of an action that looks for a way round."""
    ways = Ways(server, proven)

    @server.feature(lsp.CODE_ACTION_RESOLVE)
    async def resolve(params: lsp.CodeAction) -> lsp.CodeAction:
        return await ways.resolve(params)

    @server.command(COMMAND)
    async def carry_out(uri: str, line: int) -> None:
        await ways.carry_out(uri, line)

    return ways
