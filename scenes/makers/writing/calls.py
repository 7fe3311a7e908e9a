"""Calls of a program: equal orders of a called program become a routine, and are written once.

Only where the arm stands still before and behind them: then the routine moves it as the single
orders do, whatever a controller does with a corner at the end of a routine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from scenes.makers.writing.called import Span
from scenes.makers.writing.contents import RAD_DIGITS, content_of, digits_of
from scenes.makers.writing.orders import Call, EndTurns, Go, Order, TakeTool, Turns, Way
from scenes.makers.writing.unrolled import Orders

MOST_NAMES = 10_000


def with_calls(orders: Orders, from_anywhere: bool) -> Orders:
    """The orders with calls of routines where the program called one.

    from_anywhere: Whether the speed of a motion of all joints is said without its start, so that a
    routine may begin with one wherever the arm is.
    """
    orders = _with_whole_calls(orders)
    found, numbers = _Folding(orders, from_anywhere).folded()
    cycle = orders.cycle and (numbers[orders.cycle[0]], numbers[orders.cycle[1]])
    return replace(orders, orders=tuple(found), calls=(), cycle=cycle)


def _with_whole_calls(orders: Orders) -> Orders:
    """The orders with a cycle that begins with a call, where it began within one.

    A cycle may as well begin earlier, where the orders before it are those before its end.
    """
    if orders.cycle is None:
        return orders
    first, behind = orders.cycle
    around = [span.first for span in orders.calls if span.first < first < span.behind]
    earlier = first - min(around, default=first)
    pairs = zip(
        orders.orders[first - earlier : first],
        orders.orders[behind - earlier : behind],
        strict=True,
    )
    if any(content_of(a) != content_of(b) for a, b in pairs):
        return orders
    return replace(orders, cycle=(first - earlier, behind - earlier))


def without_calls(orders: Orders) -> Orders:
    """The orders with those of each routine in the place of its calls."""
    return replace(orders, orders=tuple(_spread(orders.orders)))


def _spread(orders: Sequence[Order]) -> Iterator[Order]:
    for order in orders:
        if isinstance(order, Call):
            yield from _spread(order.orders)
        else:
            yield order


def routines_in(orders: Sequence[Order]) -> dict[str, Call]:
    """A call of each routine by its name, those first that are called first."""
    found = dict[str, Call]()
    for order in orders:
        if isinstance(order, Call) and order.name not in found:
            found[order.name] = order
            found |= {k: v for k, v in routines_in(order.orders).items() if k not in found}
    return found


def loops_around(orders: Sequence[Order]) -> dict[str, int]:
    """How many loops are open where each routine is called, at most, those of its callers too.

    A controller whose programs share their counters gives the loops of a routine those behind them.
    """
    found = dict[str, int]()
    _count_loops(orders, 0, found)
    return found


def _count_loops(orders: Sequence[Order], depth: int, found: dict[str, int]) -> None:
    """Counts the loops around routines from a depth on. found: Added to."""
    for order in orders:
        depth += isinstance(order, Turns) - isinstance(order, EndTurns)
        if isinstance(order, Call) and found.get(order.name, -1) < depth:
            found[order.name] = depth
            _count_loops(order.orders, depth, found)


def names_for(
    routines: Collection[str], name_of: Callable[[str], str], taken: Collection[str]
) -> dict[str, str]:
    """A name that a controller accepts for each routine; no two are equal but for capitals.

    name_of: Makes such a name of any text. taken: Names that no routine may have.
    """
    used = {name.upper() for name in taken}
    found = dict[str, str]()
    for routine in routines:
        # The number stands in front, since a long name is cut off behind.
        tried = [routine, *(f"r{number}_{routine}" for number in range(2, MOST_NAMES))]
        found[routine] = next(name for name in map(name_of, tried) if name.upper() not in used)
        used.add(found[routine].upper())
    return found


class _Folding:
    """Puts calls in the place of orders."""

    def __init__(self, orders: Orders, from_anywhere: bool) -> None:
        self._given, self._from_anywhere = orders.orders, from_anywhere
        # Where the arm stands before each order, and whether it stands still there.
        self._q, self._stands = [orders.start], [True]
        for order in orders.orders:
            q, stands = self._q[-1], self._stands[-1]
            if isinstance(order, Go):
                q, stands = (q if order.q is None else order.q), order.zone_mm <= 0.0
            self._q.append(q)
            self._stands.append(stands)
        self._cuts = sorted({0, *(orders.cycle or ()), len(self._given)})
        # Of a program that calls itself and does nothing else only the innermost call is one.
        innermost = {
            (span.first, span.behind, span.callee): span for span in reversed(orders.calls)
        }
        once = frozenset(innermost.values())
        spans = [span for span in orders.calls if span in once and self._may_call(span)]
        self._names = self._named(spans)
        self._inner, self._outer = _nested(spans)

    def folded(self) -> tuple[list[Order], dict[int, int]]:
        """The orders with calls, and the numbers that those at the cuts have now."""
        found, numbers = list[Order](), {0: 0}
        for first, behind in pairwise(self._cuts):
            spans = [span for span in self._outer if first <= span.first < behind]
            found += self._within(first, behind, spans)
            numbers[behind] = len(found)
        return found, numbers

    def _may_call(self, span: Span) -> bool:
        """Whether the arm stands still before and behind a call, which gives an order at all."""
        is_cut = any(span.first < cut < span.behind for cut in self._cuts)
        stands = self._stands[span.first] and self._stands[span.behind]
        return span.first < span.behind and stands and not is_cut

    def _named(self, spans: Sequence[Span]) -> dict[Span, str]:
        """The name of the routine of each call that becomes one.

        Where calls of one program give different orders, those that are given again have a routine.
        """
        by_callee = defaultdict[Hashable, list[Span]](list)
        for span in spans:
            by_callee[span.callee].append(span)
        named, used = dict[Span, str](), set[str]()
        for own in by_callee.values():
            contents = {span: self._content(span) for span in own}
            counts = Counter(content for content in contents.values() if content is not None)
            kept = [each for each, n in counts.most_common() if n > 1 or len(counts) == 1]
            names = {content: _unused(own[0].name, used) for content in kept}
            found = ((span, names.get(content)) for span, content in contents.items())
            named |= {span: name for span, name in found if name is not None}
        return named

    def _content(self, span: Span) -> Hashable | None:
        """What the orders of a call are, equal for equal ones; None where it cannot be a routine.

        The tool that is taken before the first motion counts as taken before the call.
        """
        own = self._given[span.first : span.behind]
        first = next((at for at, order in enumerate(own) if isinstance(order, Go)), len(own))
        if any(isinstance(order, TakeTool) for order in own[first:]):
            return None
        kept = tuple(content_of(order) for order in own if not isinstance(order, TakeTool))
        if not kept:
            return None
        is_free = first == len(own) or self._begins_anywhere(own[first])
        return b"" if is_free else digits_of(self._q[span.first], RAD_DIGITS), kept

    def _begins_anywhere(self, order: Order) -> bool:
        """Whether a first motion is written alike wherever the arm is."""
        assert isinstance(order, Go)
        is_free = order.way is Way.STRAIGHT or (order.way is Way.JOINTS and self._from_anywhere)
        return is_free and order.zone_mm <= 0.0

    def _within(self, at: int, end: int, spans: Sequence[Span]) -> list[Order]:
        """The orders from one number to another, with calls in the place of spans."""
        found = list[Order]()
        for span in spans:
            found += [*self._given[at : span.first], *self._call(span)]
            at = span.behind
        return [*found, *self._given[at:end]]

    def _call(self, span: Span) -> list[Order]:
        """The call of a span, behind the tool that is taken in it; its orders where it is none."""
        own = self._within(span.first, span.behind, self._inner[span])
        name = self._names.get(span)
        if name is None:
            return own
        tools: list[Order] = [order for order in own if isinstance(order, TakeTool)]
        kept = tuple(order for order in own if not isinstance(order, TakeTool))
        return [*tools, Call(span.line, name, kept, span.text)] if kept else tools


def _unused(name: str, used: set[str]) -> str:
    """A name like one, unlike all that are used, and noted among these."""
    tried = [name, *(f"{name}_{number}" for number in range(2, MOST_NAMES))]
    found = next(each for each in tried if each.upper() not in used)
    used.add(found.upper())
    return found


def _nested(spans: Sequence[Span]) -> tuple[dict[Span, list[Span]], list[Span]]:
    """The spans that lie in each span, and those that lie in none; inner ones are given first."""
    inner, waiting = dict[Span, list[Span]](), list[Span]()
    for span in spans:
        own = list[Span]()
        while waiting and waiting[-1].first >= span.first:
            own.insert(0, waiting.pop())
        inner[span] = own
        waiting.append(span)
    return inner, waiting
