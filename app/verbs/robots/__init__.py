"""`cellwright robots`: the shipped robots in a line each; and what is done with one of them.

The list comes from the cards that are shipped: what reads robot files and solves arms is imported
where it is needed.
"""

import argparse
from pathlib import Path

from app.verbs.robots.rows import print_rows, robot_row
from scenes import SceneError, robot_names
from scenes.files.robots.robot_cards import RobotCard, kept_card
from scenes.library import robot_path

LINE = "{:<30} {:<8} {:>7} {:>7}  {:<24} {}"


def run(args: argparse.Namespace) -> int:
    word = args.words[0] if args.words else ""
    if word == "check":
        from app.verbs.robots import arm_check as robots_check

        return robots_check.run(args)
    if word in ("import", "matrices"):
        from app.verbs.robots.one_robot import import_urdf, write_matrices

        return import_urdf(args) if word == "import" else write_matrices(args)
    if len(args.words) > 1 or args.output is not None:
        raise SceneError(
            "write `robots`, `robots NAME`, or `robots` with import, check or matrices"
        )
    if word in robot_names() or Path(word).suffix:
        from app.verbs.robots.one_robot import show_robot

        return show_robot(word, args.json)
    cards = [card for card in map(card_named, robot_names()) if is_meant(card, word)]
    if not cards:
        robot_path(word)  # says what is near and what is shipped
    print_cards(cards, args.json)
    return 0


def card_named(name: str) -> RobotCard:
    """The card of a shipped robot: the one shipped with it, unless its file was edited."""
    path = robot_path(name)
    card = kept_card(path)
    if card is None:
        from scenes.files.card_making import made_card

        card = made_card(path)
    return card


def print_cards(cards: list[RobotCard], as_json: bool) -> None:
    if as_json:
        print_rows([robot_row(card) for card in cards])
        return
    print(LINE.format("name", "joints", "payload", "reach", "solver", "robot"))
    for card in cards:
        print(line_of(card))
    if any(card.schematic for card in cards):
        print("* drawn schematically. More of one: cellwright robots NAME")


def is_meant(card: RobotCard, word: str) -> bool:
    """Whether name or title contains the word."""
    return word.lower() in f"{card.name} {card.title}".lower()


def line_of(card: RobotCard) -> str:
    payload = "" if card.payload_kg is None else f"{card.payload_kg:g} kg"
    reach = "" if card.reach_mm is None else f"{card.reach_mm:g} mm"
    title = card.title + (" *" if card.schematic else "")
    solver = card.solver or "no solver yet"
    return LINE.format(card.name, card.kinds, payload, reach, solver, title)
