"""The settings page: each change is seen and kept at once, is found by words, and can be undone."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel, QPushButton

from app.desktop.looks.mnemonics import mnemonic
from app.desktop.looks.settings import Preferences
from app.desktop.window.settings import acts, settings_page
from app.desktop.window.settings.kinds import Choice, Number
from app.desktop.window.settings.registry import all_settings

pytestmark = pytest.mark.window


@pytest.fixture
def page(qtbot, unseen):
    font = QFont(QApplication.font())
    settings_page.open_settings(unseen.parts)
    shown = unseen.findChild(settings_page.SettingsPage)
    qtbot.waitUntil(shown.isVisible)
    yield shown
    shown.close()
    QApplication.setFont(font)
    for kind in acts.OWN_FONTS:
        QApplication.setFont(font, kind)


def other_value(setting, value):
    """A value of a setting that is not this one."""
    kind = setting.kind
    if isinstance(kind, Choice):
        return next(key for key in kind.names if key not in (value, "system", "automatic"))
    if isinstance(kind, Number):
        return type(value)(kind.least if value != kind.least else kind.most)
    return str(Path.home()) if isinstance(value, str) else not value


def choose(page, key: str, value: object) -> None:
    """Chooses a value in the field of a setting, as the user does."""
    row = page.rows[key]
    inner = row.field.inner
    if isinstance(inner, QComboBox):
        inner.setCurrentIndex(inner.findData(value))
        inner.activated.emit(inner.currentIndex())
    elif isinstance(inner, QCheckBox):
        inner.click()
    elif isinstance(value, str):
        page.ask_folder = lambda title, start: Path(value)
        row.field._ask = page.ask_folder
        row.field.button.click()
    else:
        inner.setValue(value)


def test_every_setting_can_be_chosen_is_kept_and_goes_back_to_its_default(unseen, page) -> None:
    for _, setting in all_settings():
        wanted = other_value(setting, setting.default)
        choose(page, setting.key, wanted)
        assert getattr(unseen.store.load(), setting.key) == wanted, setting.key
        assert page.rows[setting.key].back.isEnabled()
    page.reset_all.click()
    kept, usual = unseen.store.load(), Preferences()
    for _, setting in all_settings():
        assert getattr(kept, setting.key) == getattr(usual, setting.key), setting.key
        assert not page.rows[setting.key].back.isEnabled()
    assert not page.reset_all.isEnabled()


def test_a_change_is_seen_at_once(qtbot, unseen, page) -> None:
    choose(page, "theme", "light")
    assert unseen.theme.name == "light" and not unseen.actions_by_key["dark"].isChecked()
    choose(page, "window_points", 15)
    qtbot.waitUntil(lambda: page.search.font().pointSize() == 15)
    choose(page, "editor_points", 17)
    assert unseen.editor.current.font().pointSize() == 17
    choose(page, "speed", 0.5)
    assert unseen.document.control.speed == 0.5
    choose(page, "autosave_min", 3)
    assert unseen.autosave.minutes == 3
    choose(page, "autosave_min", 0)
    assert unseen.autosave.minutes == 0
    choose(page, "start_folder", str(Path.home()))
    assert unseen.desk.folder == Path.home()


def test_a_change_elsewhere_is_seen_on_the_page(unseen, page) -> None:
    unseen.actions_by_key["dark"].trigger()
    assert page.rows["theme"].field.inner.currentData() == "light"
    unseen.editor.zoom(3)
    assert page.rows["editor_points"].field.inner.value() == Preferences.editor_points + 3


def test_words_leave_the_settings_that_fit_them(page) -> None:
    page.search.setText("mouse")
    assert [key for key, row in page.rows.items() if row.is_shown] == ["mouse"]
    page.search.setText("no such thing")
    assert page.nothing.isVisible() and not any(row.is_shown for row in page.rows.values())
    QTest.keyClick(page.search, Qt.Key.Key_Escape)
    assert all(row.is_shown for row in page.rows.values()) and page.isVisible()
    QTest.keyClick(page.search, Qt.Key.Key_Escape)
    assert not page.isVisible()


def test_each_letter_with_alt_leads_to_one_setting(page) -> None:
    texts = [w.text() for w in page.findChildren(QLabel) if w.buddy() is not None]
    texts += [w.text() for w in page.findChildren(QPushButton) if mnemonic(w.text())]
    letters = [mnemonic(text) for text in texts]
    assert all(letters) and len(set(letters)) == len(letters)
    assert len(letters) == len(page.rows) + 3


def test_every_field_has_a_name_for_screen_readers_and_is_reached_by_tab(page) -> None:
    names, widget = [], page.search
    for _ in range(6 * len(page.rows)):
        names.append(widget.accessibleName())
        page.focusNextChild()
        widget = page.focusWidget()
        if widget is page.search:
            break
    assert all(names[: len(page.rows)])
    assert {row.setting.name for row in page.rows.values()} <= set(names)


def test_the_palette_leads_to_a_setting(unseen, page) -> None:
    page.close()
    unseen.actions_by_key["palette"].trigger()
    palette = QApplication.activePopupWidget()
    palette.field.setText("settings: mouse")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert page.isVisible()
    assert [key for key, row in page.rows.items() if row.is_shown] == ["mouse"]
