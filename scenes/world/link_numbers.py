"""Numbers of links in files: those of the mechanism from the base on, then those of its loops.

In `link_poses` the link that carries the flange stands last, behind the side branches of loops.
"""

from __future__ import annotations

from kinematics import Mechanism


def place_of_link(mechanism: Mechanism, number: int) -> int:
    """Place in `link_poses` of the link that a file calls by a number."""
    flange = mechanism.chain.n
    if number < flange:
        return number
    return mechanism.last_link if number == flange else number - 1


def number_of_link(mechanism: Mechanism, place: int) -> int:
    """The number by which a file calls the link at a place in `link_poses`."""
    flange = mechanism.chain.n
    if place < flange:
        return place
    return flange if place == mechanism.last_link else place + 1
