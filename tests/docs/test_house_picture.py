"""The picture of the house and its staircases match the present code."""

import importlib.util
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

HINT = "run  python tests/docs/house_picture.py"


@pytest.fixture(scope="module")
def house() -> ModuleType:
    path = Path(__file__).with_name("house_picture.py")
    spec = importlib.util.spec_from_file_location("house_picture", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_shipped_picture_matches_the_present_imports(house: ModuleType) -> None:
    assert house.PICTURE.read_text(encoding="utf-8") == house.picture(), HINT


def test_the_staircases_on_the_page_match_the_present_imports(house: ModuleType) -> None:
    assert house.PAGE.read_text(encoding="utf-8") == house.page(), HINT


def test_a_folder_stands_above_all_that_it_imports(house: ModuleType) -> None:
    for room in (room for row in house.ROWS for room in row):
        floors = house.floors_of(house.TOP / room)
        at = {name: k for k, names in enumerate(floors) for name in names}
        graph = house.graph_of(house.TOP / room)
        assert set(at) == set(graph)
        for name, lower in graph.items():
            for other in lower:
                is_mutual = name in house.reached_from(graph, other)
                assert at[other] < at[name] or (is_mutual and at[other] == at[name])


def test_every_room_and_folder_is_named_in_the_picture(house: ModuleType) -> None:
    words = {text.text for text in ElementTree.fromstring(house.picture()).iter() if text.text}
    for room in (room for row in house.ROWS for room in row):
        assert {room, *house.folders_in(house.TOP / room)} <= words
