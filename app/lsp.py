"""`cellwright lsp`: the language services over the language server protocol, for any editor.

A thin adapter: every answer comes from `language.service`. Lines and columns of the protocol
count from 0 and columns in UTF-16 units; here they count from 1 in code points.
"""

from collections.abc import Sequence

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from language import Diagnostic, Edit, Fix, parse
from language.diagnostics import text_lines
from language.references import Place, definition_of
from language.service import (
    Facts,
    actions,
    complete,
    fixes,
    format_program,
    hover,
    outline,
    references,
    rename,
)

SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}
KINDS = {
    "keyword": lsp.CompletionItemKind.Keyword,
    "location": lsp.CompletionItemKind.Variable,
    "variable": lsp.CompletionItemKind.Variable,
    "function": lsp.CompletionItemKind.Function,
    "program": lsp.CompletionItemKind.Module,
    "part": lsp.CompletionItemKind.Class,
}
SYMBOLS = {
    "program": lsp.SymbolKind.Module,
    "location": lsp.SymbolKind.Variable,
    "variable": lsp.SymbolKind.Variable,
    "label": lsp.SymbolKind.Key,
}


class Text:
    """A document's text, with its places in both ways of counting."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text_lines(text)

    def position(self, line: int, column: int) -> lsp.Position:
        """Line and column from 1 as the protocol counts."""
        source = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return lsp.Position(line - 1, units(source[: column - 1]))

    def range(self, line: int, column: int, end_line: int, end_column: int) -> lsp.Range:
        return lsp.Range(self.position(line, column), self.position(end_line, end_column))

    def place(self, position: lsp.Position) -> tuple[int, int]:
        """A position of the protocol as line and column from 1."""
        source = self.lines[position.line] if position.line < len(self.lines) else ""
        column, left = 1, position.character
        for character in source:
            left -= units(character)
            if left < 0:
                break
            column += 1
        return position.line + 1, column


def units(text: str) -> int:
    """UTF-16 units of a text."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def make_server(facts: Facts | None = None) -> LanguageServer:
    """A server that speaks about programs; facts: what is known of the cell."""
    known = facts or Facts()
    server = LanguageServer("cellwright", "v1")
    add_diagnostics(server)
    add_answers(server, known)
    add_edits(server, known)
    return server


def add_diagnostics(server: LanguageServer) -> None:
    """Findings after every change."""

    def publish(uri: str) -> None:
        document = server.workspace.get_text_document(uri)
        text = Text(document.source)
        found = [diagnostic(d, text) for d in parse(document.source).diagnostics]
        server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri, found, document.version)
        )

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        publish(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        publish(params.text_document.uri)


def diagnostic(found: Diagnostic, text: Text) -> lsp.Diagnostic:
    """A finding as the protocol has it; the help line follows the sentence."""
    said = f"{found.message}\n{found.help}" if found.help else found.message
    where = text.range(found.line, found.column, found.end_line, found.end_column)
    return lsp.Diagnostic(
        where, said, severity=SEVERITIES[found.severity], code=found.code, source="cellwright"
    )


def add_answers(server: LanguageServer, facts: Facts) -> None:
    """Completion, hover, definition, references, outline."""

    def at(params: lsp.TextDocumentPositionParams) -> tuple[Text, int, int]:
        text = Text(server.workspace.get_text_document(params.text_document.uri).source)
        return (text, *text.place(params.position))

    def location(uri: str, text: Text, place: Place) -> lsp.Location:
        return lsp.Location(uri, text.range(place.line, place.column, place.line, place.end))

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION)
    def completions(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        text, line, column = at(params)
        return [
            lsp.CompletionItem(
                item.text,
                kind=KINDS.get(item.kind, lsp.CompletionItemKind.Text),
                detail=item.detail,
                documentation=item.documentation,
                text_edit=lsp.TextEdit(
                    text.range(line, item.column, line, item.end_column), item.text
                ),
            )
            for item in complete(text.text, line, column, facts)
        ]

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovers(params: lsp.HoverParams) -> lsp.Hover | None:
        text, line, column = at(params)
        found = hover(text.text, line, column, facts)
        if found is None:
            return None
        content = lsp.MarkupContent(lsp.MarkupKind.PlainText, found.text)
        return lsp.Hover(content, text.range(line, found.column, line, found.end_column))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definitions(params: lsp.DefinitionParams) -> lsp.Location | None:
        text, line, column = at(params)
        found = definition_of(text.text, line, column)
        return None if found is None else location(params.text_document.uri, text, found)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def uses(params: lsp.ReferenceParams) -> list[lsp.Location]:
        text, line, column = at(params)
        found = references(text.text, line, column)
        return [location(params.text_document.uri, text, place) for place in found]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        text = Text(server.workspace.get_text_document(params.text_document.uri).source)
        return [
            lsp.DocumentSymbol(
                item.name or "?",
                SYMBOLS.get(item.kind, lsp.SymbolKind.String),
                where := text.range(item.line, 1, item.line, len(text.lines[item.line - 1]) + 1),
                where,
                item.detail,
            )
            for item in outline(text.text)
        ]


def add_edits(server: LanguageServer, facts: Facts) -> None:
    """Format, rename, corrections and other changes."""

    def source(uri: str) -> Text:
        return Text(server.workspace.get_text_document(uri).source)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        text = source(params.text_document.uri)
        formatted = format_program(text.text)
        if formatted == text.text:
            return []
        whole = text.range(1, 1, len(text.lines), len(text.lines[-1]) + 1)
        return [lsp.TextEdit(whole, formatted)]

    @server.feature(lsp.TEXT_DOCUMENT_RENAME)
    def renaming(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        uri = params.text_document.uri
        text = source(uri)
        fix = rename(text.text, *text.place(params.position), params.new_name)
        if isinstance(fix, str):
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, fix))
            return None
        return workspace_edit(uri, text, fix)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION)
    def code_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        text = source(uri)
        line, column = text.place(params.range.start)
        offered = [
            lsp.CodeAction(
                fix.title,
                kind=lsp.CodeActionKind.RefactorRewrite,
                edit=workspace_edit(uri, text, fix),
            )
            for fix in actions(text.text, line, facts)
        ]
        return offered + [
            lsp.CodeAction(
                fix.title,
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[diagnostic(found, text)],
                edit=workspace_edit(uri, text, fix),
            )
            for found, fix in fixes(text.text, line, column)
        ]


def workspace_edit(uri: str, text: Text, fix: Fix) -> lsp.WorkspaceEdit:
    return lsp.WorkspaceEdit({uri: text_edits(text, fix.edits)})


def text_edits(text: Text, edits: Sequence[Edit]) -> list[lsp.TextEdit]:
    return [
        lsp.TextEdit(text.range(e.line, e.column, e.end_line, e.end_column), e.text) for e in edits
    ]
