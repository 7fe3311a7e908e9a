"""What an order says, as a value: equal for orders that are written alike."""

from __future__ import annotations

import numpy as np

from scenes.makers.writing.orders import Await, Call, Go, Order, Stand, Switch, TakeTool
from scenes.world.frozen import Array

MM_DIGITS, RAD_DIGITS = 6, 9  # two motions with the same digits are the same motion


def content_of(order: Order) -> tuple[object, ...]:
    """What an order says, in numbers with so many digits that equal ones do the same."""
    if isinstance(order, Go):
        poses = [order.T_base_tool, *([] if order.T_via is None else [order.T_via])]
        turned = tuple(digits_of(T[:3, :3], RAD_DIGITS) for T in poses)
        placed = tuple(digits_of(T[:3, 3], MM_DIGITS) for T in poses)
        joints = None if order.q is None else digits_of(order.q, RAD_DIGITS)
        percent = None if order.percent is None else round(order.percent, MM_DIGITS)
        sizes = (percent, round(order.mm_s, MM_DIGITS), round(order.zone_mm, MM_DIGITS))
        return ("go", order.line, order.way, turned, placed, joints, *sizes, order.text)
    if isinstance(order, TakeTool):
        T = order.T_flange_tool
        return ("tool", digits_of(T[:3, :3], RAD_DIGITS), digits_of(T[:3, 3], MM_DIGITS))
    if isinstance(order, Stand):
        return ("stand", order.line, round(order.seconds, MM_DIGITS), order.text)
    if isinstance(order, Switch):
        return ("switch", order.line, order.output, order.on, order.text)
    if isinstance(order, Await):
        return ("await", order.line, order.input, order.on, order.text)
    if isinstance(order, Call):
        return ("call", order.line, order.name, order.text)
    return (type(order).__name__, order.line, getattr(order, "text", ""))


def digits_of(values: Array, digits: int) -> bytes:
    """Values rounded to so many digits, equal for equal ones."""
    return (np.round(values, digits) + 0.0).tobytes()  # -0 is 0
