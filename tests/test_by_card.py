"""The robots that tests choose by their cards are those with these properties."""

from scenes.library import load_robot, robot_names
from tests.by_card import open_chains, with_bodies, with_joints, without_hand


def test_robots_are_chosen_by_their_cards_as_by_their_files() -> None:
    robots = {name: load_robot(name) for name in robot_names()}
    for count in (3, 4, 5, 6, 7):
        assert with_joints(count) == [n for n, r in robots.items() if r.mechanism.n == count]
    assert open_chains() == [n for n, r in robots.items() if not r.mechanism.has_loops]
    assert with_bodies() == [n for n, r in robots.items() if not r.schematic]
    assert without_hand() == [n for n, r in robots.items() if r.hand is None]
