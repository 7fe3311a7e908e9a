"""Which tool, base, speeds and corners hold at a line of KRL, whatever way a run came there.

A setting holds from where it is carried out to where the next one is: through calls, through the
branch that was taken, into the next turn of a loop. Where all ways give the same value it is known;
else only a run knows it. What comes to a program or a label from elsewhere is noted in one
translation and known in the next, until two in a row note the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Protocol

from language.foreign.kept.ledgers import Listed, Lookups
from language.foreign.kept.parts import one_state
from language.foreign.kept.states import State, frozen, thawed
from scenes.makers.krl.motions.motion_state import SETTINGS, MotionState

# Translations until the ways are known: one for each jump from jump to jump. A note of an early one
# may be of a way that no run goes; where these change in turns, later ones keep all that was noted.
MOST_PASSES, FREE_PASSES = 24, 12


class From(Enum):
    """What is noted of a name: the state with which a run comes to it, or leaves its program."""

    COMES_TO = auto()
    LEAVES = auto()


# A program, a label with its program, or the head of a loop with what holds in front of it.
Name = str | State
Key = tuple[From, Name]
# The joined states that are noted for each key, as values.
Known = dict[Key, Hashable]


class Holder(Protocol):
    """Has the state at the present line."""

    state: MotionState


@dataclass(frozen=True)
class Ways:
    """The states at the parts of a block that is open, as values.

    before: In front of it. head: The name of the head of a loop. ended: Behind its parts so far,
    left: at its EXITs; None where there are none. is_whole: Whether one of its parts is run in any
    case.
    """

    before: Hashable
    head: State | None = None
    ended: Hashable | None = None
    left: Hashable | None = None
    is_whole: bool = False


def joined(a: MotionState, b: MotionState) -> MotionState:
    """The state where a run may come from two places."""
    if a.is_left or b.is_left:
        return b if a.is_left else a
    unlike = {setting for setting in SETTINGS if not a.is_alike(b, setting)}
    return replace(
        b,
        mixed=a.mixed | b.mixed | unlike,
        touched=a.touched | b.touched,
        waiting=dict(b.waiting),
    )


def _with(kept: Hashable | None, state: MotionState) -> Hashable:
    return frozen(state if kept is None else joined(thawed(kept), state))


def known_of(notes: Iterable[tuple[Key, Hashable]]) -> Known:
    """What notes come to: the joined states by their keys, of what anything comes to."""
    found = Known()
    for key, state in notes:
        if found.get(key) != state:
            found[key] = _with(found.get(key), thawed(state))
    return {key: state for key, state in found.items() if (From.COMES_TO, key[1]) in found}


def with_earlier(earlier: Known, found: Known) -> Known:
    """What two translations noted: settings that they noted otherwise only a run knows."""
    both = {key: _with(earlier.get(key), thawed(state)) for key, state in found.items()}
    return {**earlier, **both}


def are_alike(a: Known, b: Known) -> bool:
    """Whether two translations noted the same; what only a run knows does not count."""
    return a.keys() == b.keys() and all(_is_alike(state, b[key]) for key, state in a.items())


def _is_alike(a: Hashable, b: Hashable) -> bool:
    if a == b:
        return True
    one, other = thawed(a), thawed(b)
    return (one.mixed, one.touched) == (other.mixed, other.touched) and all(
        setting in one.mixed or one.is_alike(other, setting) for setting in SETTINGS
    )


@dataclass
class StateFlow:
    """Follows the state of a holder along the ways of a program.

    known: What the translation before noted; None where it never became the same: then only a run
    knows what holds behind calls and labels. notes: What this one notes.
    """

    holder: Holder
    known: Lookups[Key, Hashable] | None
    notes: Listed[tuple[Key, Hashable]] = field(default_factory=Listed)

    # Blocks.

    def begun(self, is_whole: bool) -> Ways:
        """A block begins. is_whole: Whether it is run at least once."""
        return Ways(frozen(self.holder.state), is_whole=is_whole)

    def begun_loop(self, program: str, code: str, is_whole: bool) -> Ways:
        """A loop begins: a run comes to its head also from its end. code: Its head."""
        before = frozen(self.holder.state)
        key = one_state(program, code, frozen(self.holder.state.without_mixed()))
        self._come_from(key)
        return Ways(before, key, is_whole=is_whole)

    def divided(self, ways: Ways, is_first: bool, is_last: bool) -> Ways:
        """Another part of a block begins. is_first: Whether no part stands in front of it."""
        ended = ways.ended if is_first else _with(ways.ended, self.holder.state)
        self.holder.state = thawed(ways.before)
        return replace(ways, ended=ended, is_whole=ways.is_whole or is_last)

    def ended(self, ways: Ways, is_never: bool) -> None:
        """A block of branches ends."""
        before: MotionState = thawed(ways.before)
        if is_never:
            self.holder.state = before
            return
        if ways.ended is not None:
            self.holder.state = joined(thawed(ways.ended), self.holder.state)
        if not ways.is_whole:
            self.holder.state = joined(before, self.holder.state)

    def ended_loop(self, ways: Ways, is_never: bool, is_endless: bool) -> None:
        """A loop ends."""
        before, now = thawed(ways.before), self.holder.state
        if is_never:
            self.holder.state = before
            return
        if any(g in now.mixed or not before.is_alike(now, g) for g in SETTINGS):
            assert ways.head is not None
            self._come_to(ways.head)
        behind = now if ways.is_whole or now.is_left else joined(before, now)
        if ways.left is not None:
            left: MotionState = thawed(ways.left)
            behind = left if is_endless else joined(behind, left)
        self.holder.state = behind

    def leaves_loop(self, ways: Ways) -> Ways:
        """EXIT of a loop."""
        ways = replace(ways, left=_with(ways.left, self.holder.state))
        self.holder.state.is_left = True
        return ways

    # Programs and labels.

    def begin_program(self, name: str, is_first: bool) -> None:
        """The state at the head of a program: that of all its calls, and of the start of a run."""
        start = self.holder.state = MotionState()
        if self.known is None:
            start.mixed = frozenset() if is_first else frozenset(SETTINGS)
            return
        come = self.known.get((From.COMES_TO, name))
        if come is not None:
            called = replace(thawed(come), touched=frozenset(), is_left=False)
            self.holder.state = joined(called, start) if is_first else called

    def begin_function(self, name: str) -> None:
        """The state at the head of a function: calls in expressions are not followed."""
        self.begin_program(name, is_first=False)
        self.holder.state.mixed = frozenset(SETTINGS)

    def end_program(self, name: str, returns: bool) -> None:
        """A program ends. returns: Whether it does so before its last line."""
        if not self.holder.state.is_left:
            self.notes.add(((From.LEAVES, name), frozen(self.holder.state)))
        self.holder.state.is_left = returns

    def call(self, name: str) -> None:
        """A program is called, and has left its settings behind the call."""
        state = self.holder.state
        self._come_to(name)
        if self.known is None:
            state.mixed = frozenset(SETTINGS)
            return
        left = self.known.get((From.LEAVES, name))
        if left is not None:
            state.take_over(thawed(left))

    def jump(self, label: str) -> None:
        """GOTO a label, with the name of its program."""
        self._come_to(label)
        self.holder.state.is_left = True

    def label(self, label: str) -> None:
        """A label, with the name of its program: a run also comes from its jumps."""
        self._come_from(label)

    def _come_from(self, name: Name) -> None:
        """A run may also come here from where a name was noted."""
        if self.known is None:
            self.holder.state.mixed, self.holder.state.is_left = frozenset(SETTINGS), False
            return
        come = self.known.get((From.COMES_TO, name))
        if come is not None:
            own = self.holder.state
            self.holder.state = joined(replace(thawed(come), touched=own.touched), own)

    def _come_to(self, name: Name) -> None:
        if not self.holder.state.is_left:
            come = replace(self.holder.state, touched=frozenset())
            self.notes.add(((From.COMES_TO, name), frozen(come)))
