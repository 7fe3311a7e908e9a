"""The bar below the debug values while a value is tried: legend of both paths, and ways on."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.desktop.debugging.value_trial import ValueTrial
from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.state.document import Document


class TrialBar(QWidget):
    """Tells which path is which and what they take; keeps, writes or takes back the value."""

    def __init__(self, document: Document, trial: ValueTrial, theme: Theme) -> None:
        super().__init__()
        self._document, self._trial, self._theme = document, trial, theme
        self.legend = QLabel(wordWrap=True)
        self.legend.setAccessibleName("Paths now and with the tried value")
        self.keep = QPushButton("Keep for this run")
        self.keep.setToolTip(wrapped("From this stop on, in this debug session (Enter)"))
        self.write = QPushButton("Write into program")
        self.write.setToolTip(wrapped("Change the number in the text, as one undo step"))
        self.back = QPushButton("Take back")
        self.back.setToolTip(wrapped("Forget the tried value (Esc)"))
        row = QHBoxLayout()
        for button, act in (
            (self.keep, trial.keep),
            (self.write, trial.write),
            (self.back, trial.end),
        ):
            button.clicked.connect(act)
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 4, 6, 4)
        column.addWidget(self.legend)
        add_layout(column, row)
        trial.changed.connect(self.refresh)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Draws the legend in the colours of a theme."""
        self._theme = theme
        self.refresh()

    def refresh(self) -> None:
        """Shows the tried value and the times of both runs."""
        trial, theme, run = self._trial, self._theme, self._document.run
        if trial.is_on:
            now = run.duration if run is not None else 0.0
            self.legend.setText(
                f"<span style='color:{theme.path}'><b>━━━</b></span> solid: the run now, "
                f"{now:.2f} s<br><span style='color:{theme.ghost}'><b>╍╍╍</b></span> dashed: with "
                f"{trial.name} = {trial.text}, {trial.words}"
            )
        self.setVisible(trial.is_on)
