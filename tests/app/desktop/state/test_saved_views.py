"""Saved views: named, kept with their cell in the settings, and never lost to a broken entry."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from app.desktop.looks.settings import SettingsStore
from app.desktop.state.choices.saved_views import VIEWS, SavedView, SavedViews, views_in

FRONT = SavedView("front of 作業台", (1.5, -2.0, 700.25), 0.1, 0.2, 1800.0)
BESIDE = SavedView("beside", (0.0, 0.0, 0.0), -1.0, 0.4, 950.5, parallel=True)
ONE, OTHER = Path("/cells/one.cell.yaml"), Path("/cells/other.cell.yaml")


@pytest.fixture
def store(tmp_path) -> SettingsStore:
    return SettingsStore(tmp_path)


def views_of(store: SettingsStore, path: Path, owner: QObject) -> SavedViews:
    made = SavedViews(owner)
    made.keep_in(store)
    made.follow(path)
    return made


def test_the_views_of_a_cell_come_back_at_the_next_start_and_only_there(store, qapp) -> None:
    owner = QObject()
    first = views_of(store, ONE, owner)
    first.save(FRONT)
    first.save(BESIDE)
    assert views_of(store, ONE, owner).all == (FRONT, BESIDE)
    assert views_of(store, OTHER, owner).all == ()


def test_a_view_saved_under_a_name_again_takes_the_place_of_the_first(store, qapp) -> None:
    owner = QObject()
    views = views_of(store, ONE, owner)
    for view in (FRONT, BESIDE, replace(FRONT, distance=99.0)):
        views.save(view)
    assert views.all == (replace(FRONT, distance=99.0), BESIDE)


def test_a_view_takes_a_free_name_only_and_a_deleted_one_is_gone(store, qapp) -> None:
    owner = QObject()
    views = views_of(store, ONE, owner)
    views.save(FRONT)
    views.save(BESIDE)
    assert not views.rename("beside", FRONT.name)
    assert views.all == (FRONT, BESIDE)
    assert views.rename("beside", "from the door")
    views.delete(FRONT.name)
    assert [view.name for view in views_of(store, ONE, owner).all] == ["from the door"]


def test_a_proposed_name_is_never_that_of_another_view(store, qapp) -> None:
    owner = QObject()
    views = views_of(store, ONE, owner)
    for _ in range(3):
        views.save(replace(BESIDE, name=views.free_name()))
    views.delete("View 1")
    assert views.named(views.free_name()) is None


def test_hidden_things_and_views_of_a_cell_are_kept_beside_each_other(store, qapp) -> None:
    owner = QObject()
    store.keep_cell_looks(ONE, {"hidden": [["body", "table"]]})
    views_of(store, ONE, owner).save(FRONT)
    store.keep_cell_looks(ONE, {"hidden": []})
    assert views_of(store, ONE, owner).all == (FRONT,)
    assert store.cell_looks(ONE)["hidden"] == []


def test_entries_of_another_form_are_left_out() -> None:
    good = json.loads(json.dumps(asdict(FRONT)))
    broken = [
        3,
        {},
        {**good, "focus": [1, 2]},
        {**good, "distance": 0},
        {**good, "azimuth": "north"},
        {**good, "name": "  "},
        {**good, "elevation": float("nan")},
    ]
    assert views_in([*broken, good]) == (FRONT,)
    assert views_in({VIEWS: good}) == ()
