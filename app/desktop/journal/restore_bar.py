"""The strip above the 3D view that offers unsaved work after a crash."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from app.desktop.journal.folder import Kept
from app.desktop.journal.pages import CellPage, DeskPage, ScenarioPage
from app.desktop.journal.recovery import LeftWork, file_state
from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.icons import severity_icon
from app.desktop.looks.theme import Theme
from app.desktop.state.files.short_names import short_names

MOST_LINES = 6
KINDS: dict[type, str] = {CellPage: "cell ", ScenarioPage: "scenario "}


class RestoreBar(QFrame):
    """Names the kept work and asks what to do with it; stays until the user answers."""

    restoreAsked = Signal()
    discardAsked = Signal()
    laterAsked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._sign, self.text = QLabel(), QLabel()
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self.text.setWordWrap(True)
        self.restore, self.discard = QPushButton("Restore"), QPushButton("Discard")
        self.later = QPushButton("Later")
        self.restore.setToolTip("Open all of this again; no file is changed")
        self.discard.setToolTip("Forget it when this window closes")
        self.later.setToolTip("Ask again at the next start")
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 10, 6)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.text, 1)
        buttons = QVBoxLayout()
        answers = {
            self.restore: self.restoreAsked,
            self.discard: self.discardAsked,
            self.later: self.laterAsked,
        }
        for button, asked in answers.items():
            button.clicked.connect(self.hide)
            button.clicked.connect(asked)
            buttons.addWidget(button)
        buttons.addStretch(1)
        add_layout(row, buttons)
        self.setObjectName("restoreBar")
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Draws the strip in the colours of a theme."""
        self._sign.setPixmap(severity_icon("warning", theme).pixmap(QSize(18, 18)))
        self.setStyleSheet(
            f"#restoreBar {{ background: {theme.raised}; border: none;"
            f" border-left: 4px solid {theme.warning}; border-bottom: 1px solid {theme.border}; }}"
        )

    def offer(self, work: LeftWork) -> None:
        """Shows the kept work."""
        self.text.setText(offer_html(work))
        self.show()


def offer_html(work: LeftWork) -> str:
    """The text of the strip: unsaved work line by line, or the programs that were open."""
    pages = work.unsaved or work.programs
    paths = [kept.page.path for kept in pages if not isinstance(kept.page, DeskPage)]
    names = short_names({Path(path) for path in paths if path})
    if work.unsaved:
        head = "Cellwright ended unexpectedly. This work was not saved:"
        lines = _lines(work.unsaved, names)
    else:
        head = "Cellwright ended unexpectedly. These programs were open, all saved:"
        lines = [escape(_name(kept, names)) for kept in work.programs]
    return f"<b>{head}</b><br>" + "<br>".join(_shortened(lines))


def _shortened(lines: Sequence[str]) -> list[str]:
    hidden = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], f"and {hidden} more"] if hidden > 1 else list(lines)


def _lines(pages: Sequence[Kept], names: Mapping[Path, str]) -> list[str]:
    """A line for each name: of several texts of one file that of the newest, and how many."""
    by_name: dict[tuple[type, str], list[Kept]] = {}
    for kept in pages:
        by_name.setdefault((type(kept.page), _name(kept, names)), []).append(kept)
    lines = []
    for (_, name), same in by_name.items():
        line = _line(max(same, key=lambda kept: kept.time), name)
        lines.append(line + (f" (the newest of {len(same)} texts)" if len(same) > 1 else ""))
    return lines


def _line(kept: Kept, name: str) -> str:
    kind = KINDS.get(type(kept.page), "")
    when = time.strftime("%H:%M", time.localtime(kept.time))
    if time.time() - kept.time > 12 * 3600:
        when = time.strftime("%d %B, %H:%M", time.localtime(kept.time))
    state = file_state(kept)
    return f"{kind}{escape(name)}, last change {when}" + (f"; {state}" if state else "")


def _name(kept: Kept, names: Mapping[Path, str]) -> str:
    page = kept.page
    if isinstance(page, DeskPage):
        return ""
    return names[Path(page.path)] if page.path else getattr(page, "title", "")
