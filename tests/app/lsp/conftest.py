"""A language server in its own process, and a client that talks to it."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

URI = "file:///p.val"


class Client(LanguageClient):
    """A client that keeps the published findings."""

    def __init__(self) -> None:
        super().__init__("test", "1")
        self.published: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def got(params: lsp.PublishDiagnosticsParams) -> None:
            self.published.put_nowait(params)

    def open(self, text: str, uri: str = URI) -> None:
        item = lsp.TextDocumentItem(uri, "val", 1, text)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    async def codes(self) -> list[str]:
        """The codes of the next published findings."""
        found = await asyncio.wait_for(self.published.get(), 60)
        return [str(item.code) for item in found.diagnostics]

    async def until(self, code: str) -> lsp.PublishDiagnosticsParams:
        """The published findings once a code is among them."""
        while True:
            found = await asyncio.wait_for(self.published.get(), 60)
            if code in [item.code for item in found.diagnostics]:
                return found


@asynccontextmanager
async def connected(
    *words: str, capabilities: lsp.ClientCapabilities | None = None
) -> AsyncIterator[Client]:
    client = Client()
    await client.start_io(sys.executable, "-m", "app", "lsp", *words)
    offered = capabilities or lsp.ClientCapabilities()
    await client.initialize_async(lsp.InitializeParams(capabilities=offered, root_uri=None))
    client.initialized(lsp.InitializedParams())
    yield client
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()


@pytest.fixture
def server() -> Callable:
    """server(words, capabilities=...): a client of a server that was started with these words."""
    return connected


@pytest.fixture
def asked() -> Callable[[Callable[[], Coroutine[None, None, None]]], None]:
    """asked(conversation): holds a conversation with a server to its end."""

    def hold(conversation: Callable[[], Coroutine[None, None, None]]) -> None:
        asyncio.run(asyncio.wait_for(conversation(), 120))

    return hold
