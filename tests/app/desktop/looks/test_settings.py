"""Settings are remembered between starts, and broken settings are replaced by defaults."""

from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray

from app.desktop.looks.settings import RECENT_FILES, Preferences, SettingsStore


def test_choices_are_read_back(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "new")
    preferences = Preferences(theme="light", speed=0.5, recent=("a", "b"))
    store.save(preferences)
    assert store.load() == preferences


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"speed": "fast", "recent": 3, "new": 1}'])
def test_a_broken_file_gives_the_defaults(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    assert SettingsStore(tmp_path).load() == Preferences()


def test_recent_files_are_newest_first_without_repetition(tmp_path: Path) -> None:
    preferences = Preferences()
    for name in ["a", "b", "a", *(f"f{i}" for i in range(12)), "b"]:
        preferences = preferences.opened(tmp_path / name)
    names = [Path(path).name for path in preferences.recent]
    assert names[:2] == ["b", "f11"]
    assert len(names) == len(set(names)) == RECENT_FILES


def test_the_state_of_the_window_is_kept(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path)
    assert store.window_state("docks") is None
    store.remember_window("docks", QByteArray(b"\x00\x01state"))
    assert SettingsStore(tmp_path).window_state("docks") == QByteArray(b"\x00\x01state")


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    SettingsStore(blocked / "folder").save(Preferences())


def test_the_users_own_languages_lie_beside_the_settings(monkeypatch, tmp_path: Path) -> None:
    from PySide6.QtCore import QCoreApplication

    from app.desktop.looks.settings import config_folder
    from scenes.makers.own.own_files import own_folder

    for variable in ("XDG_CONFIG_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    name = QCoreApplication.applicationName()
    QCoreApplication.setApplicationName("cellwright")
    try:
        assert config_folder() / "makers" == own_folder()
    finally:
        QCoreApplication.setApplicationName(name)
