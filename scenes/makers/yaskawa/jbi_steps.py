"""Orders in the steps in which instructions of jobs give times, speeds, corners and arcs.

An arc is three steps of MOVC that follow one another: a step to its start, one on it, its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from scenes.makers.writing.orders import Call, EndTurns, Go, Order, Stand, TakeTool, Turns, Way
from scenes.makers.writing.unrolled import Loss, Orders
from scenes.makers.yaskawa.jbi_levels import level_mm, level_of

# Steps in which an instruction gives seconds, mm/s and percent.
LEAST_SECONDS, LEAST_MM_S, LEAST_PERCENT = 0.01, 0.1, 0.01
CALLED_BEHIND = Way.ARC  # the motion in front of a called job may have been an arc
NOT_ROUNDED = "the corner before an arc is a stop: an arc begins with a step of its own"


def jbi_sayable(orders: Orders) -> Orders:
    """The orders in the steps in which instructions give times, speeds and corners.

    Its losses are those of the orders and the corners in front of arcs, which are stops.
    """
    losses = list[Loss]()
    said = _sayable(orders.orders, Way.JOINTS, losses, {})
    return replace(orders, orders=said, losses=tuple(dict.fromkeys([*orders.losses, *losses])))


def _sayable(
    orders: Sequence[Order],
    way_before: Way,
    losses: list[Loss],
    known: dict[str, tuple[Order, ...]],
) -> tuple[Order, ...]:
    """Orders as they are said. way_before: As for `openings`. losses: Added to.

    known: The orders of called jobs, added to.
    """
    for order in orders:
        if isinstance(order, Call) and order.name not in known:
            known[order.name] = _sayable(order.orders, CALLED_BEHIND, losses, known)
    opening = openings(orders, way_before)
    stopped = {id(a) for a in _before_arcs(orders) if a.zone_mm > 0.0 and id(a) not in opening}
    goes = [order for order in orders if isinstance(order, Go)]
    losses += [Loss(go.line, f"{go.text}: {NOT_ROUNDED}") for go in goes if id(go) in stopped]
    return tuple(
        replace(order, orders=known[order.name])
        if isinstance(order, Call)
        else _rounded(order, id(order) in stopped)
        for order in orders
    )


def _before_arcs(orders: Sequence[Order]) -> Iterator[Go]:
    """The motions in front of arcs."""
    goes = [order for order in orders if isinstance(order, Go)]
    yield from (a for a, b in pairwise(goes) if b.way is Way.ARC)


def openings(orders: Sequence[Order], way_before: Way) -> frozenset[int]:
    """Identities of the lines that are written as the first MOVC of the arc behind them.

    No arc may end before such a line, since their steps would be taken for those of one arc, and
    the tool may not change behind it. Where a loop or a called job begins or ends an arc may have
    ended. way_before: That of the motion in front of the first one.
    """
    found = set[int]()
    way_there, is_same_tool = way_before, True
    last: Go | None = None
    for order in orders:
        if isinstance(order, Turns | EndTurns | Call):
            last, way_there = None, Way.ARC
        if isinstance(order, TakeTool):
            is_same_tool = False
        if not isinstance(order, Go):
            continue
        opens = last is not None and last.way is Way.STRAIGHT and way_before is not Way.ARC
        if order.way is Way.ARC and opens and is_same_tool:
            found.add(id(last))
        way_before = way_there if last is None else last.way
        last, is_same_tool = order, True
    return frozenset(found)


def _rounded(order: Order, stops: bool) -> Order:
    if isinstance(order, Stand):
        return replace(order, seconds=_stepped(order.seconds, LEAST_SECONDS))
    if isinstance(order, Go):
        percent = _stepped(100.0 if order.percent is None else order.percent, LEAST_PERCENT)
        zone = 0.0 if stops else level_mm(level_of(order.zone_mm))
        return replace(order, mm_s=_stepped(order.mm_s, LEAST_MM_S), percent=percent, zone_mm=zone)
    return order


def _stepped(value: float, step: float) -> float:
    """The nearest multiple of a step, at least one."""
    return max(round(value / step), 1) * step
