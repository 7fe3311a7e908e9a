"""Turns of a program: equal orders one after the other become a loop, and are written once.

Only where the arm stands still between two turns, in the same place: then the loop moves it as the
single orders do, whatever a controller does with a corner at the end of a loop.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from scenes.makers.writing.contents import content_of
from scenes.makers.writing.orders import Await, Call, EndTurns, Go, Order, TakeTool, Turns
from scenes.makers.writing.unrolled import GOES_ROUND, Orders
from scenes.world.frozen import Array

SAME_RAD = 1e-6  # rad, or mm: the arm is in the same place
LONGEST_TURN = 500  # orders of a turn


def with_turns(orders: Orders) -> Orders:
    """The orders with loops where turns are alike; endless ones where the run goes round for ever.

    The loss of an endless program goes where its turn is kept.
    """
    given, end = tuple(_with_routines(orders.orders, orders.start, {})), len(orders.orders)
    if orders.cycle is not None:
        first, behind = orders.cycle
        loops = _Loops(given, orders.start)
        if first < behind and loops.may_turn(first, behind - first):
            head, line = loops.within(0, first), given[first].line
            body = loops.within(first, behind)
            turn = [Turns(line, None), *body, EndTurns(given[behind - 1].line)]
            kept = tuple(loss for loss in orders.losses if not loss.message.startswith(GOES_ROUND))
            return replace(orders, orders=(*head, *turn), losses=kept, cycle=None)
    return replace(orders, orders=tuple(_Loops(given, orders.start).within(0, end)), cycle=None)


def _with_routines(
    orders: Sequence[Order], q: Array, known: dict[str, tuple[Order, ...]]
) -> Iterator[Order]:
    """The orders from joint values q (n,) on with loops in the routines that they call.

    known: The orders of routines by name, added to.
    """
    for order in orders:
        if isinstance(order, Call):
            if order.name not in known:
                body = list(_with_routines(order.orders, q, known))
                known[order.name] = tuple(_Loops(body, q).within(0, len(body)))
            q = order.q_behind(q)
            yield replace(order, orders=known[order.name])
            continue
        if isinstance(order, Go) and order.q is not None:
            q = order.q
        yield order


def without_turns(orders: Orders) -> Orders:
    """The orders with each loop as often as it is gone round; an endless one stands there once."""
    return replace(orders, orders=tuple(_spread(list(orders.orders))))


def turns_in(orders: Orders) -> int:
    """Number of loops."""
    return sum(isinstance(order, Turns) for order in orders.orders)


def _spread(orders: Sequence[Order]) -> Iterator[Order]:
    at = 0
    while at < len(orders):
        order = orders[at]
        if not isinstance(order, Turns):
            yield order
            at += 1
            continue
        behind = end_of(orders, at)
        body = list(_spread(orders[at + 1 : behind]))
        for _ in range(order.count or 1):
            yield from body
        at = behind + 1


def end_of(orders: Sequence[Order], at: int) -> int:
    """The number of the EndTurns that belongs to the Turns at a place."""
    depth = 0
    for number in range(at, len(orders)):
        depth += isinstance(orders[number], Turns) - isinstance(orders[number], EndTurns)
        if depth == 0:
            return number
    raise ValueError("a loop has no end")


class _Loops:
    """Finds turns among the orders of a run."""

    def __init__(self, orders: Sequence[Order], start: Array) -> None:
        self._orders = orders
        kinds = dict[tuple[object, ...], int]()
        self._kinds = [kinds.setdefault(content_of(order), len(kinds)) for order in orders]
        self._places = defaultdict[int, list[int]](list)
        for at, kind in enumerate(self._kinds):
            self._places[kind].append(at)
        # Where the arm stands before each order, whether it stands still there, and in which tool.
        self._q, self._stands = [start], [True]
        self._tools = list[int | None]([None])
        for at, order in enumerate(orders):
            q, stands, tool = self._q[-1], self._stands[-1], self._tools[-1]
            if isinstance(order, Go):
                q, stands = (q if order.q is None else order.q), order.zone_mm <= 0.0
            elif isinstance(order, Call):
                q, stands = order.q_behind(q), True
            self._q.append(q)
            self._stands.append(stands)
            self._tools.append(self._kinds[at] if isinstance(order, TakeTool) else tool)

    def within(self, at: int, end: int) -> list[Order]:
        """The orders from one place to another, with their loops."""
        found = list[Order]()
        while at < end:
            length, count = self._best(at, end)
            if count < 2:
                found.append(self._orders[at])
                at += 1
                continue
            if not self.may_turn(at, length):
                # The first turn comes from elsewhere; those behind it begin where they end.
                found += self.within(at, at + length)
                at, count = at + length, count - 1
            line, last = self._orders[at].line, self._orders[at + length - 1].line
            found += [Turns(line, count), *self.within(at, at + length), EndTurns(last)]
            at += length * count
        return found

    def may_turn(self, at: int, length: int) -> bool:
        """Whether the arm stands still before and behind these orders, in one place and tool."""
        behind = at + length
        return (
            any(isinstance(order, Go | Await | Call) for order in self._orders[at:behind])
            and self._stands[at]
            and self._stands[behind]
            and self._tools[at] == self._tools[behind]
            and bool(np.all(np.abs(self._q[at] - self._q[behind]) <= SAME_RAD))
        )

    def _best(self, at: int, end: int) -> tuple[int, int]:
        """The length of a turn at a place and the number of its turns; (1, 1) without one.

        The turns that hold the most orders together, of the shortest length.
        """
        best, most = (1, 1), 0
        for other in self._places[self._kinds[at]]:
            length = other - at
            if length < 1 or length > LONGEST_TURN or at + 2 * length > end:
                continue
            count = self._count(at, length, end)
            whole = count if self.may_turn(at, length) else count - 1
            may = whole > 1 and self.may_turn(at if whole == count else at + length, length)
            if may and length * whole > most:
                best, most = (length, count), length * whole
        return best

    def _count(self, at: int, length: int, end: int) -> int:
        """How often the orders of a turn stand one behind the other."""
        turn, count = self._kinds[at : at + length], 1
        while (
            at + (count + 1) * length <= end
            and self._kinds[at + count * length : at + (count + 1) * length] == turn
        ):
            count += 1
        return count
