"""Contacts of a part whose shape a program changes: when it is pressed, and with its tool."""

from dataclasses import replace

import pytest

from geometry import Box, Cone, Cylinder, contains, volume
from kinematics import translation
from scenes import Cell, Collision, analyse, simulate
from scenes.world.placement import bodies_in

pytestmark = pytest.mark.long

TAKEN = """;! dialect val
10 POINT OVER 520 50 760 -90 90 0
15 POINT GRIP 520 50 630 -90 90 0
20 POINT DEEP 590 -340 635 -90 90 0
22 POINT ASIDE 593 -340 635 -90 90 0
24 POINT DEEPER 590 -340 612 -90 90 0
50 OPENI 60
55 MOVE OVER
60 MOVES GRIP
65 CLOSEI 40
70 HAND
75 DEPARTS 130
80 APPRO DEEP, 60
85 CUT {tool}, PLATE ON
90 MOVES DEEP
"""


@pytest.fixture(scope="module")
def drilling(blunt_drilling: Cell) -> Cell:
    return blunt_drilling


def with_part(cell: Cell, name: str, solid) -> Cell:
    parts = tuple(replace(p, solid=solid) if p.name == name else p for p in cell.parts)
    return replace(cell, parts=parts)


def ribbed(cell: Cell) -> Cell:
    """The drill plate with a rib, and a post 12 mm beside the rib."""
    rib = Box((20, 40, 30)).named("rib").moved(translation(60, 0, 45))
    base = Box((160, 120, 30)).moved(translation(0, 0, 15))
    post = Box((20, 20, 90)).moved(translation(712, -310, 545))
    posts = replace(cell.fixtures[0], name="post", solid=post, T_world_body=translation(0, 0, 0))
    return replace(with_part(cell, "PLATE", base + rib), fixtures=(*cell.fixtures, posts))


def collisions_of(cell: Cell, text: str) -> tuple[Collision, ...]:
    """The collisions of a run; no distance is measured, which takes longer than to find them."""
    return analyse(cell, text, listed=0).collisions


def contacts_of(cell: Cell, text: str) -> list[tuple[int, set[str]]]:
    found = collisions_of(cell, text)
    return [(contact.line, {contact.body_a, contact.body_b}) for contact in found]


def test_a_piece_pressed_into_its_neighbour_is_a_contact_in_the_line_of_DEFORM(drilling) -> None:
    cell = ribbed(drilling)
    assert contacts_of(cell, "10 DEFORM PLATE.RIB BY SHIFT(NULL BY 11,0,0)\n20 END") == []
    reached = contacts_of(cell, "10 DELAY 1\n20 DEFORM PLATE.RIB BY SHIFT(NULL BY 14,0,0)\n30 END")
    assert reached[0] == (2, {"PLATE", "post"})
    wide = contacts_of(cell, "10 DEFORM PLATE.RIB BY NULL, 2.4, 1, 1\n20 END")
    assert wide[0] == (1, {"PLATE", "post"})


def test_there_is_no_contact_before_the_piece_is_pressed_and_after_it_is_moved_back(
    drilling,
) -> None:
    cell = ribbed(drilling)
    text = (
        "10 DELAY 1\n20 DEFORM PLATE.RIB BY SHIFT(NULL BY 14,0,0)\n30 DELAY 1\n"
        "40 DEFORM PLATE.RIB BY SHIFT(NULL BY -14,0,0)\n50 DELAY 1\n60 END"
    )
    run = simulate(cell, text)
    tip = [[70 + 13, 0, 45]]
    there = [
        bool(contains(bodies_in(cell, run.state_at(t))["PLATE"].solid, tip)[0])
        for t in (0.5, 1.5, 2.5)
    ]
    assert there == [False, True, False]
    lines = {line for line, _ in contacts_of(cell, text)}
    assert lines
    assert not lines & {1, 5}


def test_a_tool_leaves_its_hole_without_contact_and_removes_only_what_its_bent_path_back_meets(
    drilling,
) -> None:
    text = TAKEN.format(tool="SPINDLE") + "100 CUT SPINDLE, PLATE OFF\n110 DEPARTS 60\n120 END\n"
    # On the way back, in joint steps, the tool is 0.001 mm beside its path down.
    assert all(contact.volume_mm3 < 0.05 for contact in collisions_of(drilling, text))


def test_a_tool_that_leaves_its_hole_sideways_is_a_contact(drilling) -> None:
    text = TAKEN.format(tool="SPINDLE") + "100 CUT SPINDLE, PLATE OFF\n110 MOVES ASIDE\n120 END\n"
    assert (17, {"SPINDLE", "PLATE"}) in contacts_of(drilling, text)
    cutting = TAKEN.format(tool="SPINDLE") + "110 MOVES ASIDE\n120 END\n"
    assert contacts_of(drilling, cutting) == []


def test_the_collar_of_a_tool_of_which_only_the_bit_cuts_is_a_contact(drilling) -> None:
    bit = Cone(0.5, 5, 4).moved(translation(0, 0, 2)) + Cylinder(5, 26).moved(translation(0, 0, 17))
    rest = Cylinder(18, 70).moved(translation(0, 0, 65)) + Box((40, 40, 60)).moved(
        translation(0, 0, 130)
    )
    cell = with_part(drilling, "SPINDLE", bit.named("BIT") + rest)
    down = TAKEN.format(tool="SPINDLE.BIT") + "95 MOVES DEEPER\n120 END\n"
    # The plate's top is at z = 530 mm; the tip goes down to 482; the collar begins 30 mm above it.
    assert (16, {"SPINDLE", "PLATE"}) in contacts_of(cell, down)
    run = simulate(cell, down)
    plate = bodies_in(cell, run.end_state)["PLATE"].solid
    assert contains(plate, [[-30 + 12, -30, 29]]).all()
    assert volume(plate, 0.01) < 160 * 120 * 30 - 2000
