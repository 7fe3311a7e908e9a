"""Every setting of the list has a kept value, a default that its field can show, and words."""

import random
import re
from dataclasses import fields

import pytest

from app.desktop.looks.settings import Preferences
from app.desktop.window.settings.kinds import Choice, Folder, Group, Number, Setting, Switch
from app.desktop.window.settings.registry import all_settings

KEPT = {field.name: getattr(Preferences(), field.name) for field in fields(Preferences)}
every = pytest.mark.parametrize(
    ("group", "setting"), tuple(all_settings()), ids=lambda value: getattr(value, "key", "")
)


@every
def test_a_setting_is_kept_with_a_value_of_its_kind(group: Group, setting: Setting) -> None:
    default = KEPT[setting.key]
    kinds = {Choice: str, Folder: str, Switch: bool, Number: (int, float)}
    assert isinstance(default, kinds[type(setting.kind)])
    if isinstance(setting.kind, Choice):
        assert default in setting.kind.names
        assert len(set(setting.kind.names.values())) == len(setting.kind.names)
    if isinstance(setting.kind, Number):
        assert not isinstance(default, bool)
        assert setting.kind.least <= default <= setting.kind.most
        assert isinstance(default, int) == (setting.kind.decimals == 0)


@every
def test_a_setting_is_found_by_all_words_that_are_read_of_it(
    group: Group, setting: Setting
) -> None:
    words = re.findall(r"[\w×]+", " ".join((group.name, setting.name, setting.tip, setting.words)))
    chance = random.Random(setting.key)
    assert all(setting.fits(group.name, word) for word in words)
    assert setting.fits(group.name, " ".join(chance.sample(words, 3)).upper())
    assert not setting.fits(group.name, words[0] + " zzz")


@every
def test_the_default_is_told_in_words(group: Group, setting: Setting) -> None:
    assert setting.text_of(setting.default)


def test_no_two_settings_share_a_name_or_a_place() -> None:
    settings = [setting for _, setting in all_settings()]
    assert len({setting.key for setting in settings}) == len(settings)
    assert len({setting.name for setting in settings}) == len(settings)
