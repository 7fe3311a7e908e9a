"""Diagnostics of a program: the place, a sentence that names the cause, and corrections.

Lines and columns count from 1, columns in code points; an end column is the first column behind
the range. A diagnostic is a plain value; `render` turns it into text for people.
"""

import unicodedata
from dataclasses import dataclass, replace

from language.rows.line_ends import with_lf

ERROR, WARNING, NOTE = "error", "warning", "note"
_SEVERITIES = {"E": ERROR, "W": WARNING, "N": NOTE}


@dataclass(frozen=True, slots=True)
class Edit:
    """The replacement of a range of the text by other text."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """One correction that the user can accept without changes."""

    title: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding in a program.

    message: one sentence that names the cause.
    help: one line that says what to do, or "".
    label: a few words that are shown behind the carets, or "".
    fixes: corrections, best first; empty if none is obvious.
    """

    code: str
    severity: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    help: str = ""
    fixes: tuple[Fix, ...] = ()
    label: str = ""

    def at_line(self, line: int) -> "Diagnostic":
        """This diagnostic of a text of one line, moved to line `line` of a file."""
        fixes = tuple(
            Fix(f.title, tuple(replace(e, line=line, end_line=line) for e in f.edits))
            for f in self.fixes
        )
        # Every line of a file may be wrong, and `replace` would take twice the time.
        return Diagnostic(
            self.code,
            self.severity,
            line,
            self.column,
            line,
            self.end_column,
            self.message,
            self.help,
            fixes,
            self.label,
        )


def finding(
    code: str,
    message: str,
    column: int,
    end_column: int,
    *,
    line: int = 1,
    help: str = "",
    label: str = "",
    fixes: tuple[Fix, ...] = (),
) -> Diagnostic:
    """A diagnostic within one line; the first letter of its code (E, W, N) gives the severity."""
    severity = _SEVERITIES[code[0]]
    return Diagnostic(code, severity, line, column, line, end_column, message, help, fixes, label)


def replacement(title: str, column: int, end_column: int, text: str, *, line: int = 1) -> Fix:
    """A fix that replaces the columns [column, end_column) of one line."""
    return Fix(title, (Edit(line, column, line, end_column, text),))


def apply_fix(text: str, fix: Fix) -> str:
    """The text after all edits of the fix, whose ranges refer to the text before them."""
    starts = _line_starts(text)
    ordered = sorted(fix.edits, key=lambda e: (e.line, e.column), reverse=True)
    for edit in ordered:
        start = starts[edit.line - 1] + edit.column - 1
        end = starts[edit.end_line - 1] + edit.end_column - 1
        text = text[:start] + edit.text + text[end:]
    return text


def render(diagnostic: Diagnostic, text: str, filename: str = "program") -> str:
    """The diagnostic as plain text: sentence, place, source line, carets, help."""
    lines = text_lines(text)
    at = diagnostic.line
    source = lines[at - 1] if 0 < at <= len(lines) else ""
    margin = f" {at} |"
    out = [
        f"{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}",
        f"  --> {filename}:{at}:{diagnostic.column}",
        f"{margin} {source}".rstrip(),
        f"{' ' * (len(margin) - 1)}| {_carets(diagnostic, source)} {diagnostic.label}".rstrip(),
    ]
    if diagnostic.help:
        out.append(f"help: {diagnostic.help}")
    return "\n".join(out)


def text_lines(text: str) -> list[str]:
    """The lines of a text without their ends (LF, CR LF or CR); behind the last end is one more."""
    return with_lf(text).split("\n")


def _line_starts(text: str) -> list[int]:
    starts, position = [0], 0
    for line in text_lines(text):
        position += len(line)
        position += 2 if text[position : position + 2] == "\r\n" else 1
        starts.append(position)
    return starts


def _carets(diagnostic: Diagnostic, source: str) -> str:
    """Blanks as wide as the text before the range, then one caret per column (two if wide)."""
    before = source[: diagnostic.column - 1].ljust(diagnostic.column - 1)
    same_line = diagnostic.end_line == diagnostic.line
    end = diagnostic.end_column if same_line else len(source) + 1
    marked = source[diagnostic.column - 1 : end - 1]
    padding = "".join("\t" if c == "\t" else " " * _cells(c) for c in before)
    return padding + "^" * max(1, sum(_cells(c) for c in marked))


def _cells(character: str) -> int:
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
