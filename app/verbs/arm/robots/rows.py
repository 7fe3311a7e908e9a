"""Robots as the rows that `cellwright robots --json` prints."""

import json
from typing import Any

from scenes.files.robots.robot_cards import RobotCard

FORMAT = "cellwright-robots"


def robot_row(card: RobotCard) -> dict[str, Any]:
    """One robot as plain values."""
    return {
        "name": card.name,
        "title": card.title,
        "axes": len(card.kinds),
        "kinds": card.kinds,
        "payload_kg": card.payload_kg,
        "reach_mm": card.reach_mm,
        "solver": card.solver,
        "why": card.why,
        "schematic": card.schematic,
        "source": card.source,
    }


def print_rows(rows: list[dict[str, Any]]) -> None:
    """Prints robots as JSON."""
    print_answer(FORMAT, {"robots": rows})


def print_answer(form: str, fields: dict[str, Any]) -> None:
    """Prints an answer as JSON, led by its form and version."""
    print(json.dumps({"format": form, "version": 1, **fields}, indent=2))
