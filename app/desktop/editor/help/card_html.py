"""A help card as the HTML that Qt's text browser shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from app.desktop.looks.theme import Theme
from app.programs.findings import Finding
from language.editing.hover_card import Card, Paragraph

SIGNS = {"error": "✕", "warning": "▲", "note": "●"}
STALE = "not checked since the last change"


def card_html(
    card: Card | None,
    findings: Sequence[Finding],
    contacts: Iterable[str],
    theme: Theme,
    is_fresh: bool = True,
) -> str:
    """Findings with help and fixes first, then what the word means; "" where there is nothing.

    is_fresh: Whether the run was of the present text. The link of a fix is `fix:i:j`, the j-th fix
    of the i-th finding.
    """
    parts = [_finding(i, finding, theme, is_fresh) for i, finding in enumerate(findings)]
    for contact in contacts:
        stale = "" if is_fresh else f"<br><i>{STALE}</i>"
        parts.append(f"<p>{_sign('error', theme)} {escape(contact)}{stale}</p>")
    if card is not None:
        body = "".join(_paragraph(paragraph, theme) for paragraph in card.paragraphs)
        parts.append(f"<p><b>{escape(card.title)}</b></p>{body}")
    style = (
        f"<style>p {{ margin: 2px 0; }} a {{ color: {theme.accent}; }} "
        f".head {{ color: {theme.muted}; margin-top: 7px; }} "
        f".code {{ font-family: monospace; color: {theme.command}; }}</style>"
    )
    return style + "<hr>".join(parts) if parts else ""


def _sign(severity: str, theme: Theme) -> str:
    colours = {"error": theme.error, "warning": theme.warning}
    colour = colours.get(severity, theme.accent)
    return f"<span style='color:{colour}'>{SIGNS[severity]}</span>"


def _finding(number: int, finding: Finding, theme: Theme, is_fresh: bool) -> str:
    head = f"{_sign(finding.severity, theme)} <b>{finding.severity} {escape(finding.code)}</b>"
    lines = [f"<p>{head}: {_lines(finding.message)}</p>"]
    if finding.help:
        lines.append(f"<p><i>{_lines(finding.help)}</i></p>")
    for j, fix in enumerate(finding.fixes):
        lines.append(f"<p><a href='fix:{number}:{j}'>Fix: {escape(fix.title)}</a> (Ctrl+.)</p>")
    if finding.proven and not is_fresh:
        lines.append(f"<p><i>{STALE}</i></p>")
    return "".join(lines)


def _paragraph(paragraph: Paragraph, theme: Theme) -> str:
    head = f"<p class='head'>{escape(paragraph.heading)}</p>" if paragraph.heading else ""
    kind = " class='code'" if paragraph.is_code else ""
    return f"{head}<p{kind}>{_lines(paragraph.text)}</p>"


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")
