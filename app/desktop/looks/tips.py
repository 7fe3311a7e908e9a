"""The house's rule for tooltips: lines of about sixty letters, so that none is wider than the eye.

Qt shows a plain text in lines as long as its author wrote them. Every text that may be long goes
through `wrapped` where it is set; a test measures all tooltips of the window.
"""

from __future__ import annotations

import textwrap

LETTERS = 60


def wrapped(text: str) -> str:
    """The text with lines of at most sixty letters; its own line ends stay."""
    return "\n".join(
        textwrap.fill(line, LETTERS, break_on_hyphens=False) if len(line) > LETTERS else line
        for line in text.splitlines()
    )
