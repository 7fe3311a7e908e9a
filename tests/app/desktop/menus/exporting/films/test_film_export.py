"""The menu opens the dialogs with what the window shows, and keeps what was chosen."""

from pathlib import Path

import pytest

from app.desktop.menus.exporting.films.film_choice import choice_of
from app.desktop.menus.exporting.films.film_dialog import FilmDialog
from app.desktop.menus.exporting.films.film_export import ON_SCREEN
from app.desktop.menus.viewing.saved_menu import present_view
from app.desktop.state.choices.saved_views import SavedView

pytestmark = pytest.mark.window


@pytest.mark.parametrize("key", ["film", "turntable"])
def test_the_dialog_shows_the_view_of_the_window_and_its_choice_is_kept(
    qtbot, window, tmp_path: Path, key
) -> None:
    window.document.views.save(SavedView("Mine", *present_view(window.viewport)))
    window.actions_by_key[key].trigger()
    [dialog] = [each for each in window.findChildren(FilmDialog) if each.isVisible()]
    names = [dialog.fields.view.itemText(i) for i in range(dialog.fields.view.count())]
    assert names == [ON_SCREEN, "Mine"]
    count = dialog.reel().count
    assert count == (200 if key == "turntable" else 233)
    dialog.exported.emit(dialog.choice, tmp_path / "a.webp", count)
    assert choice_of(window.desk.preferences.film) == dialog.choice
    assert window.desk.preferences.film_folder == str(tmp_path)
    dialog.close()
