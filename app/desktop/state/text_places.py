"""Converts places in text between the language (code points, from 1) and Qt (UTF-16, from 0)."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from app.programs.findings import Finding

STALE = "<br><i>not checked since the last change</i>"


def block_column(text: str, column: int) -> int:
    """Qt's position in a line for a column in code points, from 1."""
    return utf16_length(text[: max(column - 1, 0)])


def code_point_column(text: str, position: int) -> int:
    """The column in code points, from 1, for Qt's position in a line."""
    units = 0
    for index, character in enumerate(text):
        if units >= position:
            return index + 1
        units += 2 if ord(character) > 0xFFFF else 1
    return len(text) + 1


def utf16_length(text: str) -> int:
    """The length of a text as Qt counts it; a character beyond the first plane counts twice."""
    return len(text) + sum(ord(character) > 0xFFFF for character in text)


def findings_html(
    findings: Iterable[Finding], contacts: Iterable[str] = (), is_fresh: bool = True
) -> str:
    """The tooltip of a line: each finding with its help and correction, and the contacts."""
    paragraphs = [_finding_html(f, is_stale=f.proven and not is_fresh) for f in findings]
    paragraphs += [
        _paragraph(escape(contact) + ("" if is_fresh else STALE)) for contact in contacts
    ]
    return "<hr>".join(paragraphs)


def _finding_html(finding: Finding, is_stale: bool) -> str:
    parts = [f"<b>{escape(finding.severity)} {escape(finding.code)}</b>: "]
    parts.append(escape(finding.message))
    if finding.help:
        parts.append(f"<br><i>{escape(finding.help)}</i>")
    if finding.fixes:
        parts.append(f"<br>Ctrl+. {escape(finding.fixes[0].title)}")
    if is_stale:
        parts.append(STALE)
    return _paragraph("".join(parts))


def _paragraph(html: str) -> str:
    return f"<p style='white-space:pre-wrap; margin:2px'>{html}</p>"
