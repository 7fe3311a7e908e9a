"""Places, findings and edits in the form of the language server protocol.

Lines and columns of the protocol count from 0 and columns in UTF-16 units; here they count from 1,
columns in code points.
"""

from collections.abc import Sequence

from lsprotocol import types as lsp

from language import Edit, Fix
from language.words.diagnostics import text_lines
from scenes import Problem

SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}


class Text:
    """A document's text, with its places as the protocol counts them and as we do."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text_lines(text)

    def position(self, line: int, column: int) -> lsp.Position:
        """The protocol's position of a line and a column (from 1, code points)."""
        source = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return lsp.Position(line - 1, units(source[: column - 1]))

    def range(self, line: int, column: int, end_line: int, end_column: int) -> lsp.Range:
        """The protocol's range between two places (from 1, code points)."""
        return lsp.Range(self.position(line, column), self.position(end_line, end_column))

    def place(self, position: lsp.Position) -> tuple[int, int]:
        """The line and the column (from 1, code points) of a position of the protocol."""
        source = self.lines[position.line] if position.line < len(self.lines) else ""
        column, left = 1, position.character
        for character in source:
            left -= units(character)
            if left < 0:
                break
            column += 1
        return position.line + 1, column


def units(text: str) -> int:
    """The number of UTF-16 units of a text."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def problem_found(problem: Problem, text: Text) -> lsp.Diagnostic:
    """A problem of a run in the form of the protocol; it names a file that is not open."""
    source = text.lines[problem.line - 1] if problem.line <= len(text.lines) else ""
    first = len(source) - len(source.lstrip()) + 1
    where = text.range(problem.line, first, problem.line, max(len(source.rstrip()) + 1, first))
    message = f"{problem.file}: {problem.message}" if problem.file else problem.message
    severity = SEVERITIES[problem.severity]
    return lsp.Diagnostic(where, message, severity=severity, code=problem.code, source="cellwright")


def workspace_edit(uri: str, text: Text, fix: Fix) -> lsp.WorkspaceEdit:
    """The changes of a correction in one document."""
    return lsp.WorkspaceEdit({uri: text_edits(text, fix.edits)})


def text_edits(text: Text, edits: Sequence[Edit]) -> list[lsp.TextEdit]:
    """Edits in the form of the protocol."""
    return [
        lsp.TextEdit(text.range(e.line, e.column, e.end_line, e.end_column), e.text) for e in edits
    ]
