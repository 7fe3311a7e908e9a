"""Random use of the panel Properties, as the hand of a user does it."""

from __future__ import annotations

import random

from PySide6.QtCore import QCoreApplication, QEvent

from app.desktop.modelling.fields.entry_form import EntryForm
from app.desktop.modelling.fields.entry_row import NumbersRow
from app.desktop.modelling.fields.point_table import PointsRow
from app.desktop.modelling.fields.word_rows import ChoiceRow, ColourRow, SwitchRow, TextRow
from app.desktop.modelling.properties_panel import PropertiesPanel

NUMBERS = (0, 1, 2, 7.25, 30, -12.5, 90, 1e-3, 333.333333)


def forms_of(panel: PropertiesPanel) -> list[EntryForm]:
    """The forms that the panel shows now."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return panel.findChildren(EntryForm)


def edit_anything(panel: PropertiesPanel, rng: random.Random) -> None:
    """Changes a random row, or adds or removes an entry, as the hand of a user does."""
    forms = [form for form in forms_of(panel) if form.rows]
    if not forms:
        return
    form = rng.choice(forms)
    buttons = [*form.adders.values(), *form.removers.values()]
    if buttons and rng.random() < 0.2:
        rng.choice(buttons).click()
        return
    row = rng.choice(list(form.rows.values()))
    if isinstance(row, NumbersRow):
        number = rng.choice(row.numbers)
        value = rng.choice(NUMBERS)
        number.setValue(abs(round(value)) if row.entry.kind == "count" else value)
    elif isinstance(row, PointsRow):
        edit_points(row, rng)
    elif isinstance(row, ChoiceRow):
        row.combo.setCurrentIndex(rng.randrange(row.combo.count()))
        row.combo.activated.emit(row.combo.currentIndex())
    elif isinstance(row, ColourRow):
        row.button._on_chosen(rng.choice(["#112233", "#445566", None]))
    elif isinstance(row, SwitchRow):
        row.box.click()
    elif isinstance(row, TextRow):
        row.field.setText(rng.choice(["", "pad", "foot", "no name"]))
        row.field.editingFinished.emit()
    restore_all(panel)


def edit_points(row: PointsRow, rng: random.Random) -> None:
    """Changes the points of a polygon in one of the ways of its table."""
    row.table.setCurrentCell(rng.randrange(row.table.rowCount()), 0)
    act = rng.choice([row.add, row.remove, lambda: row.move_by(1), lambda: row.paste("5\t6\n7\t8")])
    if rng.random() < 0.5:
        row.table.item(row.table.currentRow(), 0).setText(str(rng.choice(NUMBERS)))
    else:
        act()


def restore_all(panel: PropertiesPanel) -> None:
    """Gives up what was refused, as Esc does."""
    for row in (row for form in forms_of(panel) for row in form.rows.values() if row.faults):
        if isinstance(row, NumbersRow):
            for number in row.numbers:
                number.restore()
        elif isinstance(row, PointsRow):
            row.restore()
        elif isinstance(row, TextRow):
            row.field.restore()
        else:
            row.marks[0].show("")
            row.show_value(row.entry.default)
            panel.refresh()
