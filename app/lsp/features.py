"""`cellwright lsp`: the language services over the language server protocol, for any editor.

The module only translates: every answer comes from `language.editing.service`, and what a run
shows from `app.lsp.proven`.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence

from lsprotocol import types as lsp

from app.lsp.places import SEVERITIES, Text, problem_found, text_edits, workspace_edit
from app.lsp.proven import Proven
from app.lsp.run_files import RunFiles
from app.lsp.server import Server
from app.lsp.ways import Ways, add_ways
from app.programs.called_files import CalledFile
from language import Diagnostic, Fix, Program
from language.editing.makers.foreign_service import foreign_hover, foreign_outline
from language.editing.names.shared_names import (
    Found,
    definition_across,
    references_across,
    rename_across,
)
from language.editing.service import (
    Facts,
    Hover,
    OutlineItem,
    actions,
    complete,
    fixes_between,
    format_program,
    hover,
    outline,
)
from scenes import Cell
from scenes.execution.machine.scenario import Scenario

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
    "block": lsp.SymbolKind.Namespace,
    "locations": lsp.SymbolKind.Array,
}


# Findings sent to an editor at a time, at most: a file may be wrong in every line.
MOST_SHOWN = 100


FactsOf = Callable[[str, str], Facts]  # from the URI of a document and its text


def make_server(
    cell: Cell | None = None,
    scenario: Scenario | None = None,
    others: Sequence[CalledFile] = (),
) -> Server:
    """A server for programs; with a cell it also runs and checks them.

    scenario: What happens around the cell. others: Files whose programs may be called.
    """
    server, files = Server(), RunFiles(others, cell.robot if cell is not None else None)
    proven = None
    if cell is not None:
        proven = Proven(cell, scenario or Scenario(), lambda uri: publish(uri))
        server.at_end(proven.close)
    publish = add_diagnostics(server, files, proven)
    facts = proven.facts if proven is not None else lambda uri, text: Facts()
    add_answers(server, facts, files)
    add_hover(server, facts, proven, files)
    add_names(server, files)
    add_edits(server, facts, files, add_ways(server, proven) if proven is not None else None)
    return server


def add_diagnostics(
    server: Server, files: RunFiles, proven: Proven | None
) -> Callable[[str], None]:
    """Publishes findings after every change.

    Where a change alters the names that a file gives, the other documents are published again.
    Returns the function that publishes the findings of a document when a run has shown more.
    """
    given: dict[str, object] = {}

    def publish(uri: str) -> None:
        documents = server.documents
        if uri not in documents:
            return
        document = documents.get_text_document(uri)
        program = files.checked(documents, document)
        text = Text(document.source)
        shown = nearest_first(program.diagnostics, edited.get(uri, 1))
        found = [diagnostic(d, text) for d in shown]
        if proven is not None:
            others = files.run_with(documents, document, program)
            proven.follow(uri, program, others, files.given(document))
            open_ones = {each.uri for each in documents}
            found += [problem_found(p, text) for p in proven.problems(uri, text.lines, open_ones)]
        server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri, found, document.version)
        )
        names = names_of(program) if len(documents) > 1 else None
        if given.get(uri) == names:
            return
        given[uri] = names
        for other in documents:
            if other is not document:
                publish(other.uri)

    edited: dict[str, int] = {}

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        publish(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        for change in params.content_changes:
            if isinstance(change, lsp.TextDocumentContentChangePartial):
                edited[uri] = change.range.start.line + 1
        publish(uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        given.pop(uri, None)
        if proven is not None:
            proven.drop(uri)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))
        for other in server.documents:
            publish(other.uri)

    return publish


def names_of(program: Program) -> frozenset[tuple[str, str]]:
    """The names of a file that other files of its run may use, with their kinds."""
    programs = {("program", routine.name) for routine in program.routines}
    return frozenset(programs.union(*(chunk.defines for _, chunk in program.pieces)))


def nearest_first(found: Sequence[Diagnostic], line: int) -> Sequence[Diagnostic]:
    """The findings; of more than MOST_SHOWN, only those around the edited line."""
    if len(found) <= MOST_SHOWN:
        return found
    near = bisect_left(found, line, key=lambda item: item.line)
    first = max(min(near - MOST_SHOWN // 2, len(found) - MOST_SHOWN), 0)
    return found[first : first + MOST_SHOWN]


def diagnostic(found: Diagnostic, text: Text) -> lsp.Diagnostic:
    """A finding in the form of the protocol; its help follows the message."""
    message = f"{found.message}\n{found.help}" if found.help else found.message
    where = text.range(found.line, found.column, found.end_line, found.end_column)
    return lsp.Diagnostic(
        where, message, severity=SEVERITIES[found.severity], code=found.code, source="cellwright"
    )


def add_hover(server: Server, facts: FactsOf, proven: Proven | None, files: RunFiles) -> None:
    """Answers what the word under the pointer means; for a motion with its clearance."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hovers(params: lsp.HoverParams) -> lsp.Hover | None:
        uri = params.text_document.uri
        document = server.documents.get_text_document(uri)
        text = Text(document.source)
        line, column = text.place(params.position)
        foreign = files.foreign(document)

        def card() -> Hover | None:
            if foreign is None:
                return hover(text.text, line, column, facts(uri, text.text))
            known = Facts() if proven is None else proven.facts(uri, foreign.text, foreign)
            return foreign_hover(foreign, line, column, known)

        found = card()
        if found is not None and proven is not None:
            await proven.measure(uri, text.text if foreign is None else foreign.text, line)
            found = card()
        if found is None:
            return None
        content = lsp.MarkupContent(lsp.MarkupKind.PlainText, found.text)
        return lsp.Hover(content, text.range(line, found.column, line, found.end_column))


def add_answers(server: Server, facts: FactsOf, files: RunFiles) -> None:
    """Answers requests for completion and for the outline."""

    def at(params: lsp.TextDocumentPositionParams) -> tuple[Text, int, int]:
        text = Text(server.documents.get_text_document(params.text_document.uri).source)
        return (text, *text.place(params.position))

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION)
    def completions(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        if files.is_foreign(params.text_document.uri):
            return []
        text, line, column = at(params)
        known = facts(params.text_document.uri, text.text)
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
            for item in complete(text.text, line, column, known)
        ]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        document = server.documents.get_text_document(params.text_document.uri)
        text, foreign = Text(document.source), files.foreign(document)
        found = outline(text.text) if foreign is None else foreign_outline(foreign)
        return [document_symbol(item, text) for item in found]


def document_symbol(item: OutlineItem, text: Text) -> lsp.DocumentSymbol:
    """An entry of the outline in the form of the protocol, with those inside it."""
    last = min(max(item.end_line, item.line), len(text.lines))
    head = text.range(item.line, 1, item.line, len(text.lines[item.line - 1]) + 1)
    return lsp.DocumentSymbol(
        item.name or "?",
        SYMBOLS.get(item.kind, lsp.SymbolKind.String),
        text.range(item.line, 1, last, len(text.lines[last - 1]) + 1),
        head,
        item.detail,
        children=[document_symbol(inner, text) for inner in item.inside],
    )


def add_names(server: Server, files: RunFiles) -> None:
    """Answers requests for definition, references and rename, over all files of a run."""

    def asked(
        params: lsp.TextDocumentPositionParams,
    ) -> tuple[dict[str, CalledFile], dict[str, Program], tuple[str, int, int]]:
        document = server.documents.get_text_document(params.text_document.uri)
        known = files.among(server.documents, document)
        programs = {uri: files.of_file(file) for uri, file in known.items()}
        return known, programs, (document.uri, *Text(document.source).place(params.position))

    def location(found: Found, known: dict[str, CalledFile]) -> lsp.Location:
        line, column, end, _ = found.place
        return lsp.Location(found.file, Text(known[found.file].text).range(line, column, line, end))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definitions(params: lsp.DefinitionParams) -> lsp.Location | None:
        known, programs, at = asked(params)
        found = definition_across(programs, *at)
        return None if found is None else location(found, known)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def uses(params: lsp.ReferenceParams) -> list[lsp.Location]:
        known, programs, at = asked(params)
        found = references_across(programs, *at)
        whole = params.context.include_declaration
        return [location(each, known) for each in found if whole or not each.place.defines]

    @server.feature(lsp.TEXT_DOCUMENT_RENAME)
    def renaming(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        known, programs, at = asked(params)
        fixes: dict[str, Fix] | str = "names of a program in a maker's language are not renamed"
        if not files.is_foreign(at[0]):
            fixes = rename_across(programs, *at, params.new_name)
        if isinstance(fixes, str):
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, fixes))
            return None
        texts = {uri: Text(known[uri].text) for uri in fixes}
        return lsp.WorkspaceEdit(
            {uri: text_edits(texts[uri], fix.edits) for uri, fix in fixes.items()}
        )


def add_edits(server: Server, facts: FactsOf, files: RunFiles, ways: Ways | None) -> None:
    """Answers requests for formatting, corrections and other changes."""
    kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.RefactorRewrite]
    offered = lsp.CodeActionOptions(code_action_kinds=kinds, resolve_provider=ways is not None)

    def source(uri: str) -> Text:
        return Text(server.documents.get_text_document(uri).source)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        text = source(params.text_document.uri)
        is_ours = not files.is_foreign(params.text_document.uri)
        formatted = format_program(text.text) if is_ours else text.text
        if formatted == text.text:
            return []
        whole = text.range(1, 1, len(text.lines), len(text.lines[-1]) + 1)
        return [lsp.TextEdit(whole, formatted)]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, offered)
    def code_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        if files.is_foreign(uri):
            return []
        text = source(uri)
        first, last = text.place(params.range.start), text.place(params.range.end)
        corrections = [
            lsp.CodeAction(
                fix.title,
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[diagnostic(found, text)],
                edit=workspace_edit(uri, text, fix),
            )
            for found, fix in fixes_between(text.text, first, last)
        ]
        if ways is not None:
            corrections += ways.actions(uri, text, first[0], last[0])
        # Other branches and via points belong to one line, so a selection of lines gets none.
        lines = [first[0]] if first[0] == last[0] else []
        return corrections + [
            lsp.CodeAction(
                fix.title,
                kind=lsp.CodeActionKind.RefactorRewrite,
                edit=workspace_edit(uri, text, fix),
            )
            for line in lines
            for fix in actions(text.text, line, facts(uri, text.text))
        ]
