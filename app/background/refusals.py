"""Refusals of a worker: what it was asked for cannot be done, and the user is told why.

An exception that leaves a job is a fault of ours, and is logged as one. A choice of the user that
the rooms below refuse is none, so that its job gives the sentence as its answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from geometry.errors import GeometryError
from kinematics import KinematicsError
from scenes import SceneError

Value = TypeVar("Value")
# What the rooms raise where they refuse what they are given.
REFUSALS = (SceneError, GeometryError, KinematicsError)


def or_why(function: Callable[..., Value], *arguments: object) -> Value | str:
    """What a function returns; its message where a room refuses the arguments."""
    try:
        return function(*arguments)
    except REFUSALS as refusal:
        return str(refusal)
