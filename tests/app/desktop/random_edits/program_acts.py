"""Edits that the panels make in a program: of its locations, and what Teach writes."""

from __future__ import annotations

import random
from functools import partial

from edit_desk import Desk

from app.desktop.jogging.teach import Motions, departure, hand_goes, hand_takes, motion_here
from app.desktop.looks.notice import LOCATION
from app.desktop.modelling.entries.removal import remove_all
from app.desktop.modelling.entries.renaming import rename
from scenes.world.state import start_state


def rename_location(desk: Desk, rng: random.Random) -> None:
    key = desk.one(rng, LOCATION)
    rename(desk.document, *key, f"L{rng.randint(0, 9)}")


def remove_location(desk: Desk, rng: random.Random) -> None:
    remove_all(desk.document, [desk.one(rng, LOCATION)])


def teach(desk: Desk, rng: random.Random) -> None:
    """Teaches a motion or the work of the hand from the panel: an entry of the cell's history."""
    document, source = desk.document, desk.document.active
    cell = document.cell
    if source is None:
        return
    state = start_state(cell)
    document.check_syntax(at_once=True)
    program, cursor = document.program, rng.randint(1, source.text.count("\n") + 1)
    kinds = [partial(motion_here, cell, state, program, cursor, m) for m in Motions]
    kinds += [
        partial(departure, program, cursor),
        partial(hand_goes, cell, state, state, program, cursor, rng.random() < 0.5),
        partial(hand_takes, cell, state, program, cursor, rng.random() < 0.5),
    ]
    taught = rng.choice(kinds)()
    if taught is not None:
        with document.history.together(f"Teach {taught.what}", in_cell=True):
            source.insert_lines(taught.lines)
        document.check_syntax(at_once=True)
