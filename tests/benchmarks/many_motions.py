"""A cell of many bodies and a program of many motions for the benchmarks, as the text of files.

The arm carries a part to and fro between a conveyor and a table and moves about in between.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

# Bodies of the arm hokkaido1985 with its hand, and bodies that stand in `_HEAD`.
_OF_ARM, _OF_HEAD = 9, 3
# Motions between two carryings, repeated: half of them straight lines.
_WANDERING = ("MOVE", "DRAW", "MOVES", "DRIVE", "MOVE", "DEPARTS", "MOVE", "DRAW")
_BETWEEN = 17
# The instructions that move the arm or its hand.
_MOVING = ("MOVE", "DRAW", "DRIVE", "DEPARTS", "APPROS", "OPENI", "CLOSEI")
_HEAD = """cell: 1
title: many bodies
robots:
  arm: {use: hokkaido1985, at: [0, 0, 0]}
frames:
  conveyor: {at: [0, -600, 200]}
parts:
  WORK:
    in: conveyor
    rpy: [0, 0, -90]
    grasp: {at: [0, 0, 45], rpy: [180, 0, 0], open: 30}
    solid:
      - add: {box: [60, 30, 80], at: [0, 0, 40]}
      - cut: {cylinder: {d: 16, h: 40}, at: [0, 0, 70]}
fixtures:
  TR1:
    solid:
      - add: {box: [400, 490, 200], at: [0, -605, 100]}
      - add: {cylinder: {d: 400, h: 200}, at: [0, -850, 100]}
  TR2:
    at: [410, 0, 200]
    solid:
      - add: {box: [420, 1200, 200], at: [0, 0, -100]}
      - add: {box: [370, 100, 10], at: [25, -450, 5]}
"""
_FIRST_LINES = """POINT READY 670 0 950 0 0 0
POINT CONV0 0 -600 400 -90 90 0
POINT CONV 0 -600 245 -90 90 0
POINT TABL0 430 200 400 0 90 0
POINT TABL 430 200 245 0 90 0
READY
FEED WORK
OPENI 60"""


def cell_text(rng: np.random.Generator, bodies: int) -> str:
    """The file of a cell in which the arm works among boxes, cylinders, balls and drilled blocks.

    bodies: Number of all bodies, those of the arm included.
    """
    lines = []
    for number, (x, y, z) in enumerate(_places(rng, bodies - _OF_ARM - _OF_HEAD)):
        a, b, c = rng.uniform(50.0, 160.0, 3)
        lines += [f"  O{number}:", f"    at: [{x:.1f}, {y:.1f}, {z:.1f}]", "    solid:"]
        lines += [f"      - {row}" for row in _rows(number % 5, a, b, c)]
    return _HEAD + "\n".join([*lines, "check: {margin: 5, chord: 0.1}", ""])


def _rows(kind: int, a: float, b: float, c: float) -> tuple[str, ...]:
    """The solid of a body: a box, a cylinder, a ball, a bracket, or a drilled block."""
    box = f"add: {{box: [{a:.1f}, {b:.1f}, {c:.1f}]}}"
    wall = f"add: {{box: [12, {b:.1f}, 160], at: [{a / 2.0:.1f}, 0, 80]}}"
    hole = f"cut: {{cylinder: {{d: {min(a, b) / 2.0:.1f}, h: {c + 20.0:.1f}}}}}"
    return (
        (box,),
        (f"add: {{cylinder: {{d: {a:.1f}, h: {b:.1f}}}}}",),
        (f"add: {{sphere: {{d: {a:.1f}}}}}",),
        (box, wall),
        (box, hole),
    )[kind]


def _places(rng: np.random.Generator, count: int) -> Iterator[np.ndarray]:
    """Places, mm: every fourth one on the end of the table, the others around and above the arm."""
    while count:
        at = rng.uniform((-1300.0, -1300.0, 0.0), (1300.0, 1300.0, 1700.0))
        if count % 4 == 0:
            at = rng.uniform((250.0, 480.0, 200.0), (600.0, 600.0, 260.0))
        elif np.hypot(at[0], at[1]) < 1050.0 and at[2] < 1350.0:
            continue
        count -= 1
        yield at


def program_text(rng: np.random.Generator, motions: int, carries: bool = True) -> str:
    """A program of so many motions in front of the arm, all different.

    carries: Whether the arm carries the part; else its hand is empty and nothing is fed.
    """
    if not carries:
        lines = _wandering(rng, 0, motions - 1)
        return "\n".join([_FIRST_LINES.split("\n")[0], "READY", *lines, "END", ""])
    lines, made, points = [*_FIRST_LINES.split("\n")], 2, 0
    here, there = "CONV", "TABL"
    while made < motions:
        for line in _carrying(rng, here, there) + _wandering(rng, points, _BETWEEN):
            made += line.startswith(_MOVING)
            lines.append(line)
            if made == motions:
                break
        here, there, points = there, here, points + _BETWEEN
    return "\n".join([*lines, "END", ""])


def _carrying(rng: np.random.Generator, here: str, there: str) -> list[str]:
    """Lines that take the part from one place to another, by ten motions."""
    high, low = rng.uniform(100.0, 180.0), rng.uniform(40.0, 60.0)
    return [
        *(f"MOVE {here}0", f"APPROS {here} {low:.1f}", f"MOVES {here}", "CLOSEI 30", "HAND"),
        *(f"DEPARTS {high:.1f}", f"MOVE {there}0", f"APPROS {there} {low:.1f}"),
        *(f"MOVES {there}", "RELEAS", "OPENI 60", f"DEPARTS {high:.1f}"),
    ]


def _wandering(rng: np.random.Generator, first: int, motions: int) -> list[str]:
    """Lines of so many motions, with new locations from number `first` on."""
    lines = []
    for number in range(motions):
        kind = _WANDERING[number % len(_WANDERING)]
        if kind == "MOVE":
            name = f"P{first + number}"
            lines += [_point(rng, name), f"MOVE {name}"]
        elif kind == "MOVES":
            lines.append(f"MOVES {name}")
        elif kind == "DRAW":
            lines.append("DRAW {:.1f} {:.1f} {:.1f}".format(*rng.uniform(-60.0, 60.0, 3)))
        elif kind == "DRIVE":
            lines.append(f"DRIVE 1 {rng.uniform(-8.0, 8.0):.1f}")
        else:
            lines.append(f"DEPARTS {rng.uniform(10.0, 60.0):.1f}")
    return lines


def _point(rng: np.random.Generator, name: str) -> str:
    """A location in front of the arm with the tool bent down."""
    angle, far = rng.uniform(-0.7, 0.7), rng.uniform(480.0, 680.0)
    x, y, z = far * np.cos(angle), far * np.sin(angle), rng.uniform(420.0, 620.0)
    o, a, t = rng.uniform((-20.0, 60.0, -20.0), (20.0, 90.0, 20.0))
    return f"POINT {name} {x:.1f} {y:.1f} {z:.1f} {o:.1f} {a:.1f} {t:.1f}"
