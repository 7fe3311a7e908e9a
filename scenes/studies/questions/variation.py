"""Variations: what differs from run to run of a study, and how random numbers become deviations.

A group moves as one: its bodies by a motion of the world about the first of them, and its
locations with them. A group without bodies is of locations, each of which deviates in its own axes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from kinematics import invert
from kinematics.poses.transforms import spin_terms, turned
from scenes.execution.machine.scenario import Response, Scenario, SignalEvent
from scenes.execution.values.deviations import Deviations
from scenes.rearranging.moved_cell import moved_cell
from scenes.rearranging.standing_together import Together
from scenes.world.cell import Cell
from scenes.world.frozen import Array, Frozen


class Spread(Enum):
    """How random numbers are spread: normally about 0, or evenly between two bounds."""

    NORMAL = "normal"
    EVEN = "even"


@dataclass(frozen=True, eq=False)
class Group(Frozen):
    """Things that deviate.

    bodies: Fixtures and parts that move as one. locations: That move with the bodies; without
    bodies each location by itself. of_base: Whether the robot's base stands elsewhere than the
    program knows. at: Standard deviations, or half ranges, along the axes (3,), mm. turn: Of the
    rotation vector (3,), rad.
    """

    bodies: tuple[str, ...]
    locations: tuple[str, ...]
    at: Array
    turn: Array
    spread: Spread = Spread.NORMAL
    of_base: bool = False


@dataclass(frozen=True)
class SignalSpread:
    """Times of signals of the scenario that deviate, s; times below 0 count as 0.

    signals: Their numbers; all of the scenario where there is none.
    """

    seconds: float
    signals: tuple[int, ...] = ()
    spread: Spread = Spread.NORMAL


@dataclass(frozen=True)
class Variation:
    """All that differs from run to run."""

    groups: tuple[Group, ...] = ()
    times: tuple[SignalSpread, ...] = ()

    @property
    def moves_parts(self) -> bool:
        """Whether any body deviates."""
        return any(group.bodies for group in self.groups)


@dataclass(frozen=True, eq=False)
class Draw:
    """The deviations of one run.

    locations: Motion of the axes of the locations and motion in the location's own axes, by name.
    bodies: Groups of names with their motion in the world. robot: Motion of the robot in the world,
    which its controller knows of. T_base: Motion of the base in its own axes, of which it does not
    know. scenario: With its own times.
    """

    locations: Mapping[str, tuple[Array, Array]] = field(default_factory=dict)
    bodies: tuple[tuple[tuple[str, ...], Array], ...] = ()
    robot: Array | None = None
    T_base: Array | None = None
    scenario: Scenario = field(default_factory=Scenario)

    @property
    def deviations(self) -> Deviations:
        """The deviations of locations as `simulate` takes them."""
        return Deviations.of(self.locations)

    def cell(self, cell: Cell) -> Cell:
        """The cell in which the bodies of the run stand."""
        for names, motion in self.bodies:
            cell = moved_cell(cell, Together(bodies=frozenset(names)), motion)
        if self.robot is not None:
            cell = moved_cell(cell, Together(robots=frozenset([cell.robot.name])), self.robot)
        return cell

    def real_cell(self, cell: Cell) -> Cell:
        """The cell of the run with the base where it stands in truth."""
        own = self.cell(cell)
        if self.T_base is None:
            return own
        return own.having(robot=own.robot.having(T_world_base=own.robot.T_world_base @ self.T_base))


def draws(
    variation: Variation, cell: Cell, scenario: Scenario, count: int, rng: np.random.Generator
) -> tuple[Draw, ...]:
    """The deviations of so many runs."""
    motions = [_motions(group, count, rng) for group in variation.groups]
    times = [_times(spread, scenario, count, rng) for spread in variation.times]
    return tuple(
        _draw(variation, cell, scenario, [own[run] for own in motions], [own[run] for own in times])
        for run in range(count)
    )


def _draw(
    variation: Variation,
    cell: Cell,
    scenario: Scenario,
    motions: Sequence[Array],
    times: Sequence[Array],
) -> Draw:
    locations: dict[str, tuple[Array, Array]] = {}
    bodies, base = [], None
    for group, own in zip(variation.groups, motions, strict=True):
        if group.of_base:
            base = own[0] if base is None else base @ own[0]
        elif group.bodies:
            T = pose_at_start(cell, group.bodies[0])
            motion = T @ own[0] @ invert(T)
            bodies.append((group.bodies, motion))
            T_base = cell.robot.T_world_base
            of_axes = invert(T_base) @ motion @ T_base
            locations |= {name: (of_axes, np.eye(4)) for name in group.locations}
        else:
            locations |= {
                name: (np.eye(4), T) for name, T in zip(group.locations, own, strict=True)
            }
    timed = _with_times(variation, scenario, times)
    return Draw(locations, tuple(bodies), T_base=base, scenario=timed)


def _motions(group: Group, count: int, rng: np.random.Generator) -> Array:
    """Motions (count, k, 4, 4): one for each location of a group without bodies, else one."""
    single = bool(group.bodies) or group.of_base
    k = 1 if single else len(group.locations)
    values = _numbers(group.spread, (count, k, 6), rng)
    T = np.tile(np.eye(4), (count, k, 1, 1))
    T[..., :3, :3] = _rotations(values[..., 3:] * group.turn)
    T[..., :3, 3] = values[..., :3] * group.at
    return T


def _rotations(vectors: Array) -> Array:
    """Rotations (..., 3, 3) by rotation vectors (..., 3), rad."""
    flat = vectors.reshape(-1, 3)
    angles = np.linalg.norm(flat, axis=1)
    axes = np.where(angles[:, None] > 0.0, flat, [0.0, 0.0, 1.0])
    axes = axes / np.linalg.norm(axes, axis=1, keepdims=True)
    return turned(spin_terms(axes), angles[:, None]).reshape(*vectors.shape[:-1], 3, 3)


def _numbers(spread: Spread, shape: tuple[int, ...], rng: np.random.Generator) -> Array:
    """Random numbers with a standard deviation of 1, or evenly between -1 and 1."""
    if spread is Spread.EVEN:
        return rng.uniform(-1.0, 1.0, shape)
    return rng.standard_normal(shape)


def _times(spread: SignalSpread, scenario: Scenario, count: int, rng: np.random.Generator) -> Array:
    """Shifts (count, k) of the times of all events and responses, s; 0 for other signals."""
    numbers = [event.signal for event in scenario.events]
    numbers += [response.signal for response in scenario.responses]
    varies = np.array([1.0 if n in spread.signals or not spread.signals else 0.0 for n in numbers])
    return spread.seconds * _numbers(spread.spread, (count, len(numbers)), rng) * varies


def _with_times(variation: Variation, scenario: Scenario, times: Sequence[Array]) -> Scenario:
    if not variation.times:
        return scenario
    shift = np.sum(times, axis=0)
    own, answering = len(scenario.events), scenario.responses
    events = [
        SignalEvent(max(event.time + float(by), 0.0), event.signal, event.on)
        for event, by in zip(scenario.events, shift[:own], strict=True)
    ]
    responses = [
        Response(row.when, max(row.delay + float(by), 0.0), row.signal, row.on)
        for row, by in zip(answering, shift[own:], strict=True)
    ]
    return replace(scenario, events=tuple(sorted(events)), responses=tuple(responses))


def pose_at_start(cell: Cell, name: str) -> Array:
    """T_world_body of a fixture, or of a part where it stands or is fed."""
    for fixture in cell.fixtures:
        if fixture.name == name:
            return fixture.T_world_body
    part = cell.parts_by_name[name]
    return part.T_world_feed if part.T_world_start is None else part.T_world_start
