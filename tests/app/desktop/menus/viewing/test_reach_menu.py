"""The menu of the reach: one tick shows it, the choices are kept, only some compute anew."""

from types import SimpleNamespace

import pytest
from PySide6.QtGui import QAction

from app.desktop.looks.settings import Preferences
from app.desktop.menus.viewing.reach_menu import (
    FREE,
    ORIENTED,
    REACH,
    SECTION,
    SHOW_REACH,
    SOLUTIONS,
    choose,
    choose_step,
    show_reach,
)
from scenes.regions.reach_map import ReachChoice


class _Reach:
    """A view that keeps what it was asked."""

    def __init__(self) -> None:
        self.choice: ReachChoice | None = None
        self.asked: list[ReachChoice | None] = []
        self.look = (False, False)

    def show(self, choice: ReachChoice | None) -> None:
        self.choice = choice
        self.asked.append(choice)

    def draw_as(self, is_section: bool, by_solutions: bool) -> None:
        self.look = (is_section, by_solutions)


class _Desk:
    preferences = Preferences()

    def remember(self, **changes: object) -> None:
        self.preferences = Preferences(**{**vars(self.preferences), **changes})


@pytest.fixture
def parts(qtbot) -> SimpleNamespace:
    actions = {row.key: QAction(row.text) for row in (SHOW_REACH, *REACH.actions)}
    for action in actions.values():
        action.setCheckable(True)
    return SimpleNamespace(
        view=SimpleNamespace(reach=_Reach()), desk=_Desk(), actions=actions, document=None
    )


def ticked(parts: SimpleNamespace) -> set[str]:
    return {key for key, action in parts.actions.items() if action.isChecked()}


def test_one_tick_shows_and_hides_it(parts) -> None:
    show_reach(parts, True)
    assert parts.view.reach.choice == ReachChoice(50.0) and ticked(parts) == {
        "reach",
        "reach_50_mm",
    }
    show_reach(parts, False)
    assert parts.view.reach.choice is None and "reach" not in ticked(parts)


def test_choices_are_kept_without_showing_anything(parts) -> None:
    choose(ORIENTED, parts, True)
    choose(FREE, parts, True)
    choose_step(20.0, parts, True)
    assert parts.view.reach.asked == []
    assert (parts.desk.preferences.reach, parts.desk.preferences.reach_mm) == (
        (ORIENTED, FREE),
        20.0,
    )
    show_reach(parts, True)
    assert parts.view.reach.asked == [ReachChoice(20.0, keeps_orientation=True, is_free=True)]
    assert {"reach_oriented", "reach_free", "reach_20_mm"} <= ticked(parts)


def test_another_look_of_the_whole_region_computes_nothing_anew(parts) -> None:
    show_reach(parts, True)
    choose(SECTION, parts, True)
    choose(SOLUTIONS, parts, True)
    assert parts.view.reach.look == (True, True) and len(parts.view.reach.asked) == 1
    choose(ORIENTED, parts, True)
    assert parts.view.reach.choice == ReachChoice(50.0, True, False, in_plane=True)
    choose(SECTION, parts, False)  # the other layers have not been computed
    assert parts.view.reach.choice == ReachChoice(50.0, True)
    choose(SOLUTIONS, parts, False)
    assert len(parts.view.reach.asked) == 3
