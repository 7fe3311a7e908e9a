"""A situation: the pairs that are checked over motions that begin in a state, and their solids."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from geometry import Solid
from kinematics import invert
from scenes.checking.motions.arm_motion import ArmMotion
from scenes.checking.motions.course import Course, course_of
from scenes.checking.motions.interference import moving_pairs
from scenes.checking.motions.linked_bodies import parts_that_can_meet
from scenes.checking.motions.pieces import joined
from scenes.checking.motions.track import Pair, Track
from scenes.runs.step import Step
from scenes.world.allowed_contacts import body_of, eased_solid, rest_of
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.kept_on_cell import kept_on_cell
from scenes.world.placement import bodies_in, placements
from scenes.world.state import CellState


@dataclass(frozen=True, eq=False)
class Situation:
    """A stretch of a run over which the same pairs are checked.

    solids: Solid of each body by name. standing: T_world_body of each body that stands.
    """

    cell: Cell
    state: CellState
    pairs: tuple[Pair, ...]
    solids: Mapping[str, Solid]
    standing: Mapping[str, Array]

    @cached_property
    def swept(self) -> tuple[tuple[Pair, Pair], ...]:
        """Names of two solids to be swept, and the pair that they belong to.

        The two are the pair itself, or parts of neighbouring links that can meet.
        """
        found: list[tuple[Pair, Pair]] = []
        for pair in self.pairs:
            parts = self._parts.get(pair)
            if parts is None:
                found.append((pair, pair))
                continue
            named = [
                (f"{pair[0]}#{i}{pair[1]}", f"{pair[1]}#{i}{pair[0]}") for i in range(len(parts))
            ]
            found += [(names, pair) for names in named]
        return tuple(found)

    @cached_property
    def _parts(self) -> dict[Pair, tuple[tuple[Solid, Solid], ...]]:
        """The parts that can meet, for each pair of links that turn face to face."""
        robot = self.cell.robot
        bodies = {f"{robot.name}.{body.name}": body for body in robot.bodies}
        found = {}
        for pair in self.pairs:
            outer, inner = (bodies.get(name) for name in pair)
            if outer is None or inner is None:
                continue
            first, second = (inner, outer) if inner.link < outer.link else (outer, inner)
            tree, joint = robot.mechanism.link_tree, second.link - 1
            if tree.carriers[joint] != first.link or tree.kinds[joint] != "R":
                continue
            T_first = invert(tree.T_link_joint[joint]) @ first.T_link_body
            parts = parts_that_can_meet(first.solid, second.solid, T_first, second.T_link_body)
            if parts != ((first.solid, second.solid),):
                found[pair] = parts if first is outer else tuple((b, a) for a, b in parts)
        return found

    def bodies(self) -> dict[str, tuple[Solid, Array | None, str]]:
        """Each swept solid by name, with T_world_body if it stands, and the name of its body."""
        names = dict.fromkeys(name for pair in self.pairs for name in pair)
        found = {
            name: (self.solids[name], self.standing.get(name), body_of(name)) for name in names
        }
        for pair, parts in self._parts.items():
            for i, solids in enumerate(parts):
                for k in (0, 1):
                    found[f"{pair[k]}#{i}{pair[1 - k]}"] = (solids[k], None, pair[k])
        return found

    def track(self, courses: Sequence[Course]) -> Track:
        """The track of some motions, one after the other."""
        held = self.state.held
        solid = None if held is None else self.solids[held.part]
        pieces = joined([course.pieces for course in courses])
        arm = ArmMotion(self.cell.robot, pieces, held, solid)
        return Track((arm,), tuple(courses), self.bodies())

    def courses(self, steps: Iterable[Step]) -> tuple[Course, ...]:
        """The courses of some steps."""
        return tuple(course_of(step, self.cell.robot.mechanism) for step in steps)

    @cached_property
    def key(self) -> str:
        """A digest of everything except the motion."""
        robot, held = self.cell.robot, self.state.held
        mechanism = robot.mechanism
        tree = mechanism.link_tree
        numbers: list[Array] = [tree.T_link_joint, mechanism.T_last_flange, robot.T_world_base]
        numbers += mechanism.loop_numbers
        numbers += [body.T_link_body for body in robot.bodies]
        for finger in robot.fingers:
            numbers += [finger.T_flange_finger, finger.direction, np.array([finger.share])]
        numbers += [] if held is None else [held.T_flange_part]
        numbers += list(self.standing.values())
        links = [(body.name, body.link) for body in robot.bodies]
        solids = [(name, solid.key) for name, solid in self.solids.items()]
        words = (mechanism.kinds, links, solids, tuple(self.standing), held and held.part)
        text = repr((words, self.pairs, self.cell.chord)).encode()
        return digest(text, *(number.tobytes() for number in numbers))


def digest(*parts: bytes) -> str:
    total = hashlib.sha256()
    for part in parts:
        total.update(len(part).to_bytes(8, "little") + part)
    return total.hexdigest()


def situation_of(cell: Cell, state: CellState) -> Situation:
    """The situation of a motion that begins in a state; kept by what it depends on."""
    parts = [(name, None if T is None else T.tobytes()) for name, T in state.parts.items()]
    held = None if state.held is None else (state.held.part, state.held.T_flange_part.tobytes())
    shapes = tuple((name, solid.key) for name, solid in state.shapes.items())
    return _situation(cell, _Placed((tuple(parts), held, shapes, state.cutting), state))


@dataclass(frozen=True)
class _Placed:
    """A state of a cell; equal where no body differs, wherever the arm is. mark: Its content."""

    mark: tuple[object, ...]
    state: CellState = field(compare=False)


@kept_on_cell(512)
def _situation(cell: Cell, placed: _Placed) -> Situation:
    state = placed.state
    names, poses = placements(cell, state.q[None], [state.opening], state.held, state.parts)
    known = bodies_in(cell, state)
    held = None if state.held is None else state.held.part
    stands = {
        name: T
        for name, T in zip(names, poses[0], strict=True)
        if known[name].link is None and name != held
    }
    solids = {name: eased_solid(cell, name, known[name].solid) for name in names}
    pairs = tuple(moving_pairs(cell, state))
    for name in sorted({name for pair in pairs for name in pair} - solids.keys()):
        # The rest of a body without sub-solids that may touch: see `contacts`.
        left = rest_of(solids[body_of(name)], name)
        if left is None:
            pairs = tuple(pair for pair in pairs if name not in pair)
            continue
        solids[name] = left
        if body_of(name) in stands:
            stands[name] = stands[body_of(name)]
    return Situation(cell, state, pairs, solids, stands)
