"""File > Export trajectory: format and period, both ends of the file, and what the check says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QSizePolicy,
    QWidget,
)

from app.background.process import WorkerProcess
from app.desktop.looks.theme import Theme
from app.desktop.menus.exporting.export_dialog import ExportDialog
from app.desktop.menus.exporting.trajectories import file_facts
from app.desktop.menus.exporting.trajectories.trajectory_jobs import TrajectoryJobs
from app.desktop.menus.exporting.verdict_words import verdict_on
from app.desktop.state.document import Document
from scenes.exporters import export_suffixes
from scenes.exporters.file_preview import FilePreview
from scenes.exporters.registry import kind_of

SHORTEST_MS, LONGEST_MS = 0.1, 10_000.0


@dataclass(frozen=True)
class TrajectoryChoice:
    """What the user chooses, and finds again: the suffix of the format, and ms between rows."""

    suffix: str = ".csv"
    period_ms: float = 10.0


class TrajectoryDialog(ExportDialog):
    """Asks for format, period and file, shows what will be written, and has it written."""

    exported = Signal(object, object, object)  # a TrajectoryChoice, the path, the RunVerdict

    def __init__(
        self,
        window: QWidget | None,
        document: Document,
        choice: TrajectoryChoice,
        path: Path,
        browse: Callable[[Path], Path | None],
        theme: Callable[[], Theme],
        is_checking: Callable[[], bool],
        process: WorkerProcess | None = None,
    ) -> None:
        """process: One that is shared, else one is started. The others are as in ExportDialog."""
        title = "Export trajectory"
        super().__init__(window, title, document, path, browse, theme, is_checking)
        self._work = TrajectoryJobs(self, process)
        self._work.failed.connect(self._fail)
        self._shown: tuple[object, ...] | None = None  # of what the preview is, or is to be
        self._file_words = self._gap_words = ""
        self.later.timeout.connect(self._look)
        self._make_fields(choice)
        self._format_changed()
        self.later.stop()
        self._look()

    @property
    def choice(self) -> TrajectoryChoice:
        """The choices at this moment."""
        return TrajectoryChoice(str(self.format.currentData()), self.period.value())

    @property
    def suffix(self) -> str:  # type: ignore[override]
        """The suffix of the chosen format."""
        return self.choice.suffix

    @property
    def is_writing(self) -> bool:
        """Whether the file is being written."""
        return self._work.is_writing

    def refresh(self) -> None:
        """Shows the present verdict, and draws the preview anew where the run is another one."""
        if self.is_ended:
            return
        self.show_verdict([finding.message for finding in self.document.inputs.findings])
        self.export_button.setEnabled(self.run is not None and not self.is_writing)
        self.close_button.setText("&Cancel" if self.is_writing else "&Close")
        if self._given() != self._shown:
            self.later.start()

    def export(self) -> None:
        """Has the file written as the preview shows it."""
        run, choice, path = self.run, self.choice, self.path
        if run is None or self.is_writing:
            return
        if not self.has_name():
            return
        verdict = verdict_on(self.document, run)

        def take(fault: str) -> None:
            if fault:
                self._look_again()
                self.refuse(f"✖ Not exported: {fault}")
                return
            self.exported.emit(choice, path, verdict)
            self.close()

        period = file_facts.seconds(choice.period_ms)
        self.later.stop()
        self._work.write(run, period, path, verdict, take)
        self.message.setText(f"Writing {path.name} …")
        self.refresh()

    def reject(self) -> None:
        """Gives up a file that is being written; else closes the dialog."""
        if not self.is_writing:
            super().reject()
            return
        self._work.give_up()
        self._look_again()
        self.message.setText("Not exported.")

    def end_work(self) -> None:
        """Ends the process."""
        self._work.close()

    def _make_fields(self, choice: TrajectoryChoice) -> None:
        self.format = QComboBox()
        for suffix in export_suffixes():
            kind = kind_of(suffix)
            words = f", {kind.purpose}" if kind.purpose else ""
            self.format.addItem(f"{kind.name} (*{suffix}){words}", suffix)
        self.format.setCurrentIndex(max(self.format.findData(choice.suffix), 0))
        self.format.setAccessibleName("Format")
        self.period = QDoubleSpinBox()
        self.period.setRange(SHORTEST_MS, LONGEST_MS)
        self.period.setDecimals(1)
        self.period.setSuffix(" ms")
        self.period.setValue(choice.period_ms)
        self.period.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.period.setAccessibleName("Sample period, milliseconds")
        self.content, self.facts = QLabel(wordWrap=True), QLabel()
        self.preview.setAccessibleName("First and last rows of the file")
        self.format.currentIndexChanged.connect(self._format_changed)
        self.period.valueChanged.connect(self.refresh)
        self.file.textChanged.connect(self._file_changed)
        form = QFormLayout()
        form.addRow("&Format", self.format)
        form.addRow(QLabel("Written"), self.content)
        form.addRow("&Period", self.period)
        form.addRow("", self.facts)
        self.lay_out(form, "First and last &rows of the file, as they will be written", 820, 620)

    def _format_changed(self) -> None:
        suffix = self.choice.suffix
        self.content.setText(kind_of(suffix).content)
        path = Path(self.file.text().strip())
        typed = path.suffix.lower()
        if typed != suffix and typed in export_suffixes():
            self.file.setText(str(path.with_suffix(suffix)))
        self._file_changed()
        self.refresh()

    def _file_changed(self) -> None:
        """Follows the suffix of a typed name, and says where a file would be replaced."""
        row = self.format.findData(self.path.suffix.lower())
        if row >= 0 and row != self.format.currentIndex():
            self.format.setCurrentIndex(row)
        self.tell_replaced()

    def _given(self) -> tuple[object, ...] | None:
        """Of what the preview is to be: run, period, format and verdict."""
        run = self.run
        if run is None:
            return None
        checked = self.document.verdict if self.document.is_checked else None
        return (run, self.choice, checked, len(self.document.inputs.changes))

    def _look(self) -> None:
        run, self._shown = self.run, self._given()
        if run is None or self.is_writing:
            return
        choice = self.choice
        verdict, period = verdict_on(self.document, run), file_facts.seconds(choice.period_ms)
        self._gap_words = ""
        show = partial(self._show_look, choice.period_ms)
        self._work.look(run, period, choice.suffix, verdict, show)
        self._work.measure(run, period, self._show_gap)

    def _show_look(self, period_ms: float, seen: FilePreview) -> None:
        self.preview.setPlainText(file_facts.preview_text(seen))
        self._file_words = file_facts.facts(seen, period_ms)
        self._show_facts()

    def _show_gap(self, gap_mm: float) -> None:
        self._gap_words = file_facts.gap_words(gap_mm)
        self._show_facts()

    def _look_again(self) -> None:
        """Asks for the preview again: the writing has taken its place."""
        self._shown = None
        self.refresh()

    def _fail(self, message: str) -> None:
        self.refresh()
        self.message.setText(f"✖ {message}")

    def _show_facts(self) -> None:
        self.facts.setText(f"{self._file_words}\n{self._gap_words}")
