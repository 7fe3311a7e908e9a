"""The hand of a robot and its tool frame, as a section."""

from __future__ import annotations

from app.desktop.looks.small_widgets import rule
from app.desktop.modelling.hand_form import HandForm
from app.desktop.modelling.sections.panel_section import Section
from app.desktop.state.document import Document


class HandSection(Section):
    """The list of hands, and the numbers of the tool frame."""

    def __init__(self, document: Document, robot_name: str) -> None:
        super().__init__(document)
        self.column.addWidget(rule())
        self.form = HandForm(document, robot_name)
        self.column.addWidget(self.form)

    def refresh(self) -> None:
        self.form.refresh()

    def texts(self) -> list[str]:
        form = self.form
        fields = [field.text() for field in form.fields]
        return [form.choice.currentText(), form.stroke.text(), *fields]
