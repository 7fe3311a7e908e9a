"""`cellwright robots`: the shipped robots, one a line, and what can be done with one of them.

The list is read from the shipped cards: the modules that read robot files and solve arms are
imported only where they are needed.
"""

import argparse
from pathlib import Path

from app.verbs.arm.robots.rows import print_rows, robot_row
from scenes import SceneError, robot_names
from scenes.files.robots.robot_cards import RobotCard, kept_card
from scenes.library import robot_path

LINE = "{:<30} {:<8} {:>7} {:>7}  {:<24} {}"


def run(args: argparse.Namespace) -> int:
    """Runs the sub-verb, or lists the robots that the word names; gives the exit code."""
    word = args.words[0] if args.words else ""
    if word == "check":
        from app.verbs.arm.robots import arm_check as robots_check

        return robots_check.run(args)
    if word == "calibrate":
        from app.verbs.arm.robots import arm_calibration

        return arm_calibration.run(args)
    if word in ("import", "matrices"):
        from app.verbs.arm.robots.one_robot import import_urdf, write_matrices

        return import_urdf(args) if word == "import" else write_matrices(args)
    if len(args.words) > 1 or args.output is not None:
        raise SceneError(
            "write `robots`, `robots NAME`, or `robots` with import, check, calibrate or matrices"
        )
    if word in robot_names() or Path(word).suffix:
        return show_one(word, args)
    if args.equations or args.diagram is not None:
        option = "--equations" if args.equations else "--diagram FILE.svg"
        raise SceneError(f"write `robots ROBOT {option}` with one robot")
    cards = [card for card in map(card_named, robot_names()) if is_meant(card, word)]
    if not cards:
        robot_path(word)  # raises an error that names near and shipped robots
    print_cards(cards, args.json)
    return 0


def show_one(name: str, args: argparse.Namespace) -> int:
    """Prints what is known of one robot, or how it is solved, or draws it; gives the exit code."""
    if args.diagram is not None:
        from app.verbs.arm.robots.diagram import write_diagram

        return write_diagram(name, args.diagram)
    if args.equations:
        from app.verbs.arm.robots.equations import show_equations

        return show_equations(name, args.json)
    from app.verbs.arm.robots.one_robot import show_robot

    return show_robot(name, args.json)


def card_named(name: str) -> RobotCard:
    """The card of a shipped robot; made anew where its file was edited."""
    path = robot_path(name)
    card = kept_card(path)
    if card is None:
        from scenes.files.card_making import made_card

        card = made_card(path)
    return card


def print_cards(cards: list[RobotCard], as_json: bool) -> None:
    """Prints the robots as a table, or as JSON."""
    if as_json:
        print_rows([robot_row(card) for card in cards])
        return
    print(LINE.format("name", "joints", "payload", "reach", "solver", "robot"))
    for card in cards:
        print(line_of(card))
    if any(card.schematic for card in cards):
        print("* drawn schematically. More of one: cellwright robots NAME")


def is_meant(card: RobotCard, word: str) -> bool:
    """Whether the name or the title of a robot contains the word."""
    return word.lower() in f"{card.name} {card.title}".lower()


def line_of(card: RobotCard) -> str:
    """One robot as a line of the table."""
    payload = "" if card.payload_kg is None else f"{card.payload_kg:g} kg"
    reach = "" if card.reach_mm is None else f"{card.reach_mm:g} mm"
    title = card.title + (" *" if card.schematic else "")
    # That an arm is corrected, and by how much, is told of the robot alone: the line is too short.
    solver = (card.solver or "no solver yet").partition(", corrected")[0]
    return LINE.format(card.name, card.kinds, payload, reach, solver, title)
