"""The facts about the shipped robots for the gallery, without reading a whole robot file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from app.desktop.welcome.card_list import Card
from app.desktop.welcome.picture_keys import Wanted
from scenes.files.resource_files import ROBOTS
from scenes.files.robots.robot_cards import RobotCard, kept_card

TEXTBOOK = "Textbook"  # stands for the maker of a robot that nobody sells
HEAD = 1500  # characters of a robot file in which its maker is named
KINDS = {"R": "turning", "P": "sliding"}
_MAKER = re.compile(r"^maker:[ \t]*[\"']?([^\"'\n(]+)", re.MULTILINE)
_TITLE = re.compile(r"^title:[ \t]*[\"']?([^\"'\n]+)", re.MULTILINE)


@dataclass(frozen=True)
class RobotFacts:
    """One robot of the gallery. card: Its facts in lists. path: Its file."""

    card: RobotCard
    maker: str
    path: Path

    @property
    def searched(self) -> str:
        """Everything that typed letters are looked for in, in small letters."""
        card = self.card
        return f"{card.title} {card.name} {self.maker} {card.solver} {card.kinds}".lower()

    def reaches(self, payload_kg: float, reach_mm: float) -> bool:
        """Whether both rated figures are at least these; an unknown figure fits only 0."""
        card = self.card
        return (card.payload_kg or 0.0) >= payload_kg and (card.reach_mm or 0.0) >= reach_mm

    def as_card(self) -> Card:
        """The robot as a card of the gallery."""
        card = self.card
        why = card.why.removeprefix(f"{card.title} is ") or "not known yet"
        figures = [self.maker]
        figures += [f"{card.payload_kg:g} kg"] if card.payload_kg else []
        figures += [f"{card.reach_mm:g} mm"] if card.reach_mm else []
        about = [card.title, joints_in_words(card.kinds), card.why, card.source]
        return Card(
            card.title,
            f"{joints_in_words(card.kinds)}: {why}",
            " · ".join(figures),
            Wanted("robot", self.path),
            self,
            "schematic" if card.schematic else "",
            "\n".join(text for text in about if text),
        )


def shipped_robots() -> tuple[RobotFacts, ...]:
    """The shipped robots: those of makers first, each maker's together, then those of textbooks."""
    found = [facts_of(ROBOTS.find(name)) for name in ROBOTS.names()]
    return tuple(sorted(found, key=lambda f: (f.maker == TEXTBOOK, f.maker, f.card.title)))


def facts_of(path: Path) -> RobotFacts:
    """The facts of one shipped robot."""
    head = path.read_text(encoding="utf-8")[:HEAD]
    maker, title = _MAKER.search(head), _TITLE.search(head)
    named = maker[1].strip() if maker else TEXTBOOK
    name = path.name.partition(".")[0]
    # Without a ready-made card, as while a robot file is being written, the list has less to say.
    unknown = RobotCard(
        name, title[1].strip() if title else name, "", None, None, None, "", True, ""
    )
    return RobotFacts(
        kept_card(path) or unknown, TEXTBOOK if "defined here" in named else named, path
    )


def joints_in_words(kinds: str) -> str:
    """`RRPR` as `4 joints, 2 turning, 1 sliding, 1 turning`, `RRRRRR` as `6 turning joints`."""
    if not kinds:
        return "Joints unknown"
    if len(set(kinds)) == 1:
        return f"{len(kinds)} {KINDS[kinds[0]]} joints"
    runs = [(KINDS[kind], len(list(group))) for kind, group in groupby(kinds)]
    return f"{len(kinds)} joints, " + ", ".join(f"{count} {kind}" for kind, count in runs)
