"""Times of motions in AS: after `SPEED 3 S` the next motion takes three seconds."""

from __future__ import annotations

from language.foreign.kawasaki.as_words import BEFORE_PLACE, TO_PLACE

SECONDS = "speed.seconds"  # that the next motion takes; 0 for none
TIMED = "the time holds for a straight line here, and without what it takes to start and stop"


def timed_lines(line: str) -> list[str]:
    """The lines before a motion that may have a time. line: That of the motion in our words."""
    goal = _straight_goal(line)
    if not goal:
        return [f"{SECONDS} = 0"]
    return [
        f"IF {SECONDS} > 0 THEN",
        f"  SPEED (MAX(DISTANCE(DEST, {goal}) / {SECONDS}, 0.1)) MMPS",
        f"  {SECONDS} = 0",
        "END",
    ]


def _straight_goal(line: str) -> str:
    """The location to which a line of ours leads along a straight line, "" for another line."""
    word, _, rest = line.partition(" ")
    if rest.startswith("#") or word not in (TO_PLACE["LMOVE"], BEFORE_PLACE["LAPPRO"]):
        return ""
    if word == TO_PLACE["LMOVE"]:
        return rest
    place, _, distance = rest.rpartition(", ")
    return f"{place}:TRANS(0, 0, -({distance}))"
