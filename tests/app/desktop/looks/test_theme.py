"""Texts and icons can be read in both themes: the contrast of each to its ground is measured."""

from dataclasses import fields

import pytest

from app.desktop.looks.theme import DARK, LIGHT, Theme, contrast, luminance

TEXTS = (
    *("text", "muted", "accent", "warning", "error", "path", "ghost", "good", "pending"),
    *("command", "number", "location", "step", "comment"),
)
GROUNDS = ("window", "base", "raised", "current_line")
READABLE, SEEN = 4.5, 2.2
both = pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)


@both
@pytest.mark.parametrize("text", TEXTS)
def test_a_text_of_every_colour_can_be_read_on_every_ground(theme: Theme, text: str) -> None:
    found = {ground: contrast(getattr(theme, text), getattr(theme, ground)) for ground in GROUNDS}
    assert min(found.values()) >= READABLE, found


@both
def test_a_selected_text_can_be_read(theme: Theme) -> None:
    assert contrast(theme.on_accent, theme.accent) >= READABLE


@both
def test_a_label_in_the_3d_view_can_be_read(theme: Theme) -> None:
    assert contrast(theme.label, theme.paper) >= READABLE


@both
def test_an_icon_that_is_off_is_seen_and_is_fainter_than_one_that_is_on(theme: Theme) -> None:
    for ground in ("window", "raised"):
        off = contrast(theme.faint, getattr(theme, ground))
        assert SEEN <= off < contrast(theme.text, getattr(theme, ground)) / 2


@both
def test_every_colour_is_written_as_six_digits(theme: Theme) -> None:
    colours = [getattr(theme, field.name) for field in fields(theme) if field.name != "name"]
    assert all(len(c) == 7 and c.startswith("#") and int(c[1:], 16) >= 0 for c in colours)


def test_contrast_is_that_of_the_published_definition() -> None:
    # WCAG 2: black on white is 21, a colour on itself is 1; #767676 is the lightest grey on white.
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#123456", "#123456") == pytest.approx(1.0)
    assert contrast("#767676", "#ffffff") >= READABLE > contrast("#777777", "#ffffff")
    assert luminance("#ffffff") == pytest.approx(1.0)
