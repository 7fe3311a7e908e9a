"""Shipped robots chosen by their cards, so that listing the tests reads no robot file."""

from scenes.files.robots.robot_cards import RobotCard, kept_card
from scenes.library import robot_names, robot_path


def cards() -> list[RobotCard]:
    """The cards of the shipped robots; `make cards` renews one that no longer fits its file."""
    kept = {name: kept_card(robot_path(name)) for name in robot_names()}
    assert None not in kept.values(), (
        f"run make cards: {[n for n, card in kept.items() if not card]}"
    )
    return [card for card in kept.values() if card is not None]


def with_joints(count: int) -> list[str]:
    """The robots with this number of driven joints."""
    return [card.name for card in cards() if len(card.kinds) == count]


def open_chains() -> list[str]:
    """The robots without closed loops."""
    return [card.name for card in cards() if "closed loops" not in card.why]


def with_bodies() -> list[str]:
    """The robots with the bodies of a real arm."""
    return [card.name for card in cards() if not card.schematic]


def without_hand() -> list[str]:
    """The robots whose files give them no hand."""
    lines = {name: robot_path(name).read_text(encoding="utf-8") for name in robot_names()}
    return [name for name, text in lines.items() if "\nhand:" not in text]
