"""What the value of an expression depends on: statement, cell, state before it, surroundings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kinematics import Mechanism, forward
from language.expressions.evaluation import World
from scenes.execution.values.circumstances import Circumstances
from scenes.execution.values.deviations import NONE, Deviations
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.scopes import key_of
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.robot import Robot
from scenes.world.state import CellState
from scenes.world.tool_frame import tool_frame
from scenes.world.units import DOOR_UNITS

if TYPE_CHECKING:
    from language.compiled.tables import CompiledStep, MotionRow
    from language.programs.program import Statement


@dataclass(frozen=True)
class Settings:
    """Settings of a run, besides cell and program.

    Attributes:
        period: Seconds between the samples of a motion.
        dialect: The convention for the angles O, A, T of the program.
        rows: The motion table that compiled steps refer to; without it steps have no row.
        hand_speed_mm_s: Speed of the hand's opening, an assumption: no source states one.
        file: Name of the file of a called program; "" for the program that is run.
        hand_time_s: The least time a change of the opening takes (VAL's HAND.TIME).
        deviations: What POINT with numbers adds to the poses of locations, in a study.
        assumes: Whether a motion that cannot be carried out as written goes to the nearest pose
            instead (see `beyond`); never so in a run.
    """

    period: float = 0.01
    dialect: str = "hokkaido"
    rows: tuple[MotionRow, ...] = ()
    hand_speed_mm_s: float = 100.0
    hand_time_s: float = 0.2
    assumes: bool = False
    file: str = ""
    deviations: Deviations = NONE


@dataclass(frozen=True, eq=False)
class Context(ABC):
    """A statement and the state in which it is to be carried out."""

    compiled: CompiledStep
    cell: Cell
    state: CellState
    settings: Settings = field(default_factory=Settings)
    circumstances: Circumstances = field(default_factory=Circumstances)

    @property
    @abstractmethod
    def world(self) -> World:
        """The names of the program as this statement finds them."""

    @property
    def statement(self) -> Statement:
        return self.compiled.statement

    @property
    def robot(self) -> Robot:
        return self.cell.robot

    @property
    def mechanism(self) -> Mechanism:
        return self.cell.robot.mechanism

    def T_base_flange(self) -> Array:
        """The pose of the flange in the state before the statement, (4, 4)."""
        return forward(self.mechanism, self.state.q)

    def T_base_tool(self) -> Array:
        """The pose of the tool in the state before the statement, (4, 4)."""
        return self.T_base_flange() @ self.T_flange_tool

    @property
    def T_flange_tool(self) -> Array:
        """The tool frame from the robot file and TOOL, (4, 4)."""
        return tool_frame(self.robot, self.state.tool)

    def key(self, name: str, indices: tuple[int, ...] = ()) -> str:
        """The key of a name in capitals, or of an element of its array (see `scopes`)."""
        names = self.circumstances.names
        return key_of(names, name, indices) if names or indices else name

    def undefined(self, name: str) -> ImpossibleError:
        """The error E306: the location has no value yet."""
        line = self.statement.line
        return ImpossibleError("E306", f"{name} is not defined when line {line} runs")

    def impossible(self, code: str, message: str) -> ImpossibleError:
        """The error with which the statement fails."""
        return ImpossibleError(code, message)

    def in_joint_units(self, values: list[float]) -> Array:
        """Joint values (n,) in rad and mm, from n values in degrees and mm; else the error E305."""
        if len(values) != self.mechanism.n:
            n = self.mechanism.n
            raise ImpossibleError(
                "E305", f"{self.robot.name} has {n} joints, and {len(values)} values are given"
            )
        factors = [1.0 / DOOR_UNITS[kind][1] for kind in self.mechanism.kinds]
        return np.array(values) * np.array(factors)
