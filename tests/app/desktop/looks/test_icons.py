"""Icons are those of qtawesome, which is not imported for them."""

import subprocess
import sys
from importlib.metadata import version

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon

from app.desktop.looks.icons import GLYPH_SHARE, icon, severity_icon
from app.desktop.looks.theme import DARK, LIGHT

pytestmark = pytest.mark.window

NAMES = ("mdi6.close-circle", "mdi6.alert", "mdi6.play", "mdi6.folder-open-outline")


def image(made: QIcon, size: int, mode: QIcon.Mode):
    return made.pixmap(QSize(size, size), mode).toImage()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_an_icon_has_the_pixels_of_qtawesome(qtbot, name, theme) -> None:
    import qtawesome

    theirs = qtawesome.icon(
        name,
        color=theme.text,
        color_active=theme.text,
        color_disabled=theme.faint,
        color_selected=theme.accent,
    )
    ours = icon(name, theme, selected=theme.accent)
    for mode in QIcon.Mode:
        for size in (16, 24, 48):
            assert image(ours, size, mode) == image(theirs, size, mode), (mode, size)


def test_a_disabled_icon_differs_from_one_that_can_be_pressed(qtbot) -> None:
    made = icon("mdi6.play", DARK)
    assert image(made, 24, QIcon.Mode.Disabled) != image(made, 24, QIcon.Mode.Normal)


def test_severities_differ_in_shape_and_leave_a_margin(qtbot) -> None:
    shapes = []
    for severity in ("error", "warning", "note"):
        drawn = image(severity_icon(severity, DARK), 40, QIcon.Mode.Normal)
        covered = {(x, y) for x in range(40) for y in range(40) if drawn.pixelColor(x, y).alpha()}
        assert covered
        assert max(y for _, y in covered) - min(y for _, y in covered) <= 40 * GLYPH_SHARE + 1
        shapes.append(frozenset(covered))
    assert len(set(shapes)) == 3


def test_an_unknown_icon_is_an_error_and_not_an_empty_picture(qtbot) -> None:
    with pytest.raises(KeyError, match="no-such-icon"):
        icon("mdi6.no-such-icon", DARK)


def test_icons_do_not_load_the_package_that_brings_their_font() -> None:
    assert version("qtawesome")
    code = "import app.desktop.looks.icons as i, sys; i._codes(); print('qtawesome' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
