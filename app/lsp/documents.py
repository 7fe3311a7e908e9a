"""The open documents of a language server, found by any spelling of their URIs.

Editors write one file as `file:///c%3A/a%20b.val`, `file:///C:/a b.val` and so on. All spellings
have one address, under which a document is kept; the document itself bears the URI with which it
was opened. The address of a URI that names no file (`untitled:`, `vscode-vfs:`) is the URI itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls.workspace import TextDocument, Workspace

_FILE = re.compile(r"file:(?://([^/]*))?(/.*)", re.IGNORECASE | re.DOTALL)
_DRIVE = re.compile(r"/([A-Za-z]):(?=/|$)")


def address_of(uri: str) -> str:
    """The address that all spellings of a URI share: of a file its path, without escapes."""
    path = path_written(uri)
    return uri if path is None else f"file:{path}"


def path_written(uri: str) -> str | None:
    """The path in the URI of a file with / between its parts; None where it names no file.

    A drive is `c:/`, a share `//server/name/`. Characters behind # or ? belong to the path: editors
    send no fragments, but file names with these characters.
    """
    found = _FILE.fullmatch(uri)
    if found is None:
        return None
    host, path = (unquote(part or "", errors="surrogateescape") for part in found.groups())
    path = path.replace("\\", "/") if _DRIVE.match(path) else path
    if host and host.lower() != "localhost":
        return f"//{host.lower()}{path}"
    drive = _DRIVE.match(path)
    return path if drive is None else f"{drive[1].lower()}:{path[drive.end() :]}"


def path_of(uri: str) -> Path | None:
    """The path of the file that a URI names; None where it names no file."""
    path = path_written(uri)
    return None if path is None or "\0" in path else Path(path)


class Documents(Workspace):
    """The open documents by their addresses; pygls asks for them by URI."""

    def __iter__(self) -> Iterator[TextDocument]:
        """The open documents, in the order in which they were opened."""
        return iter(list(self._text_documents.values()))

    def __len__(self) -> int:
        return len(self._text_documents)

    def __contains__(self, uri: str) -> bool:
        return address_of(uri) in self._text_documents

    def get_text_document(self, doc_uri: str) -> TextDocument:
        """The open document of a URI. Raises KeyError where it is not open."""
        return self._text_documents[address_of(doc_uri)]

    def put_text_document(
        self, text_document: lsp.TextDocumentItem, notebook_uri: str | None = None
    ) -> None:
        """Opens a document, or opens it again under the URI given now."""
        uri = text_document.uri
        self._text_documents[address_of(uri)] = self._create_text_document(
            uri, text_document.text, text_document.version, text_document.language_id
        )

    def remove_text_document(self, doc_uri: str) -> None:
        """Closes a document."""
        self._text_documents.pop(address_of(doc_uri), None)

    def update_text_document(
        self,
        text_doc: lsp.VersionedTextDocumentIdentifier,
        change: lsp.TextDocumentContentChangeEvent,
    ) -> None:
        """Applies one change to an open document."""
        document = self.get_text_document(text_doc.uri)
        document.apply_change(change)
        document.version = text_doc.version
