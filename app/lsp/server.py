"""The server behind `cellwright lsp`: it answers every request, even one that makes no sense.

pygls alone drops a request whose parameters it cannot read, and the editor waits for ever. It
looks on disk for a document that is not open, and answers with a traceback where there is none.
It keeps documents under URIs without escapes, under which no editor asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from cattrs import ClassValidationError, transform_error
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method
from pygls.protocol.json_rpc import JsonRPCNotification
from pygls.workspace import Workspace

from app.lsp.documents import Documents

MOST_TOLD = 3
# The method of a message that has been answered already; no feature is registered for it.
ANSWERED = "$/cellwright/answered"


class AnsweringProtocol(LanguageServerProtocol):
    """The protocol; unreadable messages and unknown documents get an error as answer."""

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(
        self, params: lsp.InitializeParams
    ) -> Generator[Any, Any, lsp.InitializeResult]:
        """Starts with a store of documents that finds them by any spelling of their URIs."""
        if params.capabilities.general is not None:
            # Columns are sent in UTF-16 units, which every editor must understand.
            params.capabilities.general.position_encodings = None
        result = yield from super().lsp_initialize(params)
        self._workspace: Workspace | None = Documents(
            params.root_uri, self._server._text_document_sync_kind, params.workspace_folders or []
        )
        return result

    def structure_message(self, data: dict[str, Any]) -> Any:
        """The message read; a request that cannot be read is answered with an error at once."""
        try:
            return super().structure_message(data)
        except JsonRpcException as fault:
            if "id" not in data or "method" not in data:
                raise
            refused = JsonRpcInvalidParams(f"{data['method']}: {_parameter_fault(fault)}")
            self._send_response(data["id"], None, refused.to_response_error())
            return JsonRPCNotification(ANSWERED, self.VERSION, None)

    def _handle_request(self, msg_id: Any, method_name: str, params: Any) -> None:
        if self._names_no_other_than_open(params):
            super()._handle_request(msg_id, method_name, params)
            return
        refused = JsonRpcInvalidParams(f"{params.text_document.uri} is not open")
        self._send_response(msg_id, None, refused.to_response_error())

    def _handle_notification(self, method_name: str, params: Any) -> None:
        opens = method_name == lsp.TEXT_DOCUMENT_DID_OPEN
        if method_name != ANSWERED and (opens or self._names_no_other_than_open(params)):
            super()._handle_notification(method_name, params)

    def _names_no_other_than_open(self, params: Any) -> bool:
        """Whether the document named by a message is open, or none is named.

        The message then bears the URI with which the document was opened.
        """
        named = getattr(params, "text_document", None)
        if named is None:
            return True
        if not isinstance(self._workspace, Documents) or named.uri not in self._workspace:
            return False
        named.uri = self._workspace.get_text_document(named.uri).uri
        return True


def _parameter_fault(fault: JsonRpcException) -> str:
    """What is wrong with the parameters of a message."""
    cause = fault.__cause__ or fault.__context__
    if not isinstance(cause, ClassValidationError):
        return "the parameters cannot be read"
    return "; ".join(transform_error(cause, path="message")[:MOST_TOLD])


class Server(LanguageServer):
    """A language server that knows whether the editor asked for a shutdown before the exit."""

    def __init__(self) -> None:
        super().__init__(
            "cellwright",
            "v1",
            protocol_cls=AnsweringProtocol,
            converter_factory=default_converter,
        )

        self._ends: list[Callable[[], None]] = []

    @property
    def documents(self) -> Documents:
        """The open documents."""
        documents = self.workspace
        assert isinstance(documents, Documents)
        return documents

    def at_end(self, close: Callable[[], None]) -> None:
        """Registers a function that is called at the shutdown."""
        self._ends.append(close)

    def shutdown(self) -> None:
        """Calls the registered functions and ends the server."""
        for close in self._ends:
            close()
        self._ends.clear()
        super().shutdown()

    @property
    def exit_code(self) -> int:
        """0 after `shutdown`, 1 without it, as the protocol demands."""
        return 0 if self.protocol._shutdown else 1
