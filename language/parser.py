"""From text to a program: `parse` and `parse_bytes` never raise, whatever they are given."""

from language.checks import (
    NumberedLine,
    check_end,
    check_holding,
    check_steps,
    sound,
)
from language.diagnostics import Diagnostic, finding, text_lines
from language.directives import MARK, is_directive, read_directive
from language.line_parser import BLANK_LINE, parse_line
from language.names import check_names, check_ready
from language.program import DIALECTS, Program

_BOM = "\ufeff"


def parse(text: str) -> Program:
    """The program a text says, with every error of the text in one pass, one per cause."""
    text = text.removeprefix(_BOM)
    lines = text_lines(text)
    before, end, after = _read(lines)
    code = [entry for entry in before if entry.parsed.has_code]
    statements = [statement for entry in before if (statement := sound(*entry)) is not None]
    faulty = [entry for entry in before if entry.parsed.diagnostics]
    doubtful = frozenset().union(*(entry.parsed.words for entry in faulty))
    found = [d.at_line(entry.line) for entry in faulty for d in entry.parsed.diagnostics]
    dialect, header_findings = _dialect(lines, code[0].line if code else len(lines) + 1)
    found += header_findings
    found += check_end(code, end or _meant_end(code), after, lines)
    found += check_names(statements, doubtful)
    found += check_ready(statements)
    found += check_holding(code)
    found += check_steps(before)
    found.sort(key=lambda d: (d.line, d.column, d.code))
    return Program(text, tuple(statements), tuple(found), dialect)


def _read(
    lines: list[str],
) -> tuple[list[NumberedLine], NumberedLine | None, list[NumberedLine]]:
    """The lines up to END that hold more than blanks and comment, END, and code behind it."""
    before: list[NumberedLine] = []
    for number, line in enumerate(lines, 1):
        parsed = parse_line(line)
        if parsed is BLANK_LINE:
            continue
        entry = NumberedLine(number, parsed)
        before.append(entry)
        if parsed.is_end:
            rest = (
                NumberedLine(n, parse_line(x)) for n, x in enumerate(lines[number:], number + 1)
            )
            return before, entry, [later for later in rest if later.parsed.has_code]
    return before, None, []


def _meant_end(code: list[NumberedLine]) -> NumberedLine | None:
    """The last line, if it may be a misspelt END: then END is not missing too."""
    if not code:
        return None
    proposals = [e.text for d in code[-1].parsed.diagnostics for f in d.fixes for e in f.edits]
    meant = code[-1].parsed.instruction
    is_end = "END" in proposals or (meant is not None and meant.name == "END")
    return code[-1] if is_end else None


def _dialect(lines: list[str], first_code: int) -> tuple[str, list[Diagnostic]]:
    """The dialect the header sets; a header counts before the first line with code only."""
    dialect: str | None = None
    found = []
    for number, line in enumerate(lines, 1):
        if MARK not in line or not is_directive(line):
            continue
        directive = read_directive(line)
        late = number > first_code or dialect is not None
        if directive.finding is not None:
            found.append(directive.finding.at_line(number))
        elif late:
            found.append(_late_header(number, line, again=dialect is not None))
        else:
            dialect = directive.dialect
    return dialect or DIALECTS[0], found


def _late_header(number: int, line: str, *, again: bool) -> Diagnostic:
    why = "an earlier header has set the dialect" if again else "it stands behind instructions"
    return finding(
        "W208",
        f"this header has no effect: {why}",
        line.index(MARK) + 1,
        len(line) + 1,
        line=number,
        label="read as a comment",
        help="put one  ;! dialect  line at the top of the program",
    )


def parse_bytes(data: bytes) -> Program:
    """The program in the bytes of a file; a file that is not text gives one diagnostic."""
    nul = data.find(b"\0")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        offset = error.start if nul < 0 else min(nul, error.start)
        return _not_text(data, offset)
    return parse(text) if nul < 0 else _not_text(data, nul)


def _not_text(data: bytes, offset: int) -> Program:
    """A program without statements; its text is what could be read."""
    readable = data[:offset].decode("utf-8-sig", "replace")
    lines = text_lines(readable)
    line, column = len(lines), len(lines[-1]) + 1
    what = "a zero byte" if data[offset] == 0 else f"the byte 0x{data[offset]:02X}"
    diagnostic = finding(
        "E100",
        f"this file is not a text: {what} stands at offset {offset}",
        column,
        column,
        line=line,
        label="not text from here on",
        help="program files are text in UTF-8; save the file as UTF-8 if it is a program",
    )
    return Program(data.decode("utf-8-sig", "replace"), (), (diagnostic,))
