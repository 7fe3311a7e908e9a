"""Which conditions hold at a line of a FANUC program, whatever way a run came there.

OFFSET CONDITION, TOOL_OFFSET CONDITION, SKIP CONDITION and the numbers of frames hold from where
they are carried out to where others are: through branches, turns, jumps and calls. For each program
it is first found what it leaves, as far as it depends on what held when it began; then what it
begins with, from all its calls. Where several come to a line only a run knows which one holds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain

from scenes.makers.fanuc.ls_text import LsProgram
from scenes.makers.fanuc.translation.ls_steps import ASKING, Does, Step, steps_in
from scenes.makers.fanuc.translation.ls_work import (
    ARGUMENTS,
    BEGUN,
    FOLLOWED,
    OTHER,
    Frames,
    Given,
    begun_with,
)

# What is asked: the first program, what it begins with, and the steps of all; what is told: what is
# given at each step that asks for it; what is found: the same, by program and line.
Asked = tuple[str, Given, dict[str, tuple[Step, ...]]]
Told = list[Given]
Found = dict[str, dict[int, Given]]
MOST_KEPT = 4  # answers
START = "what held at the start"  # nothing is written like this
FIRST = 0  # the node where a program begins
ANY = ""  # the label of jumps to a number that only a run knows


@dataclass(eq=False)
class _Memory:
    """The answers of late, the last first; replaced as a whole: several threads read."""

    answers: tuple[tuple[Asked, dict[str, Told]], ...] = ()


_memory = _Memory()


def forget() -> None:
    """Forgets all answers."""
    _memory.answers = ()


def given_in(main: LsProgram, others: Mapping[str, LsProgram], frames: Frames) -> Found:
    """What is given at the lines that ask for it, by the names of programs in capitals.

    main: The program that a run begins with. others: Those that it calls, by their names. frames:
    Those in front of its first line. Most edits change no step: then the last answer holds, also
    where lines have moved.
    """
    first = main.name.upper()
    programs = {name: each for name, each in others.items() if name != first} | {first: main}
    steps, lines = dict[str, tuple[Step, ...]](), dict[str, list[int]]()
    for name, program in programs.items():
        found = [(steps_in(group), above) for group, above in program.groups]
        steps[name] = tuple(chain.from_iterable([each.steps for each, _ in found]))
        lines[name] = [above + line for each, above in found for line in each.asking]
    if not any(lines.values()):
        return {name: {} for name in programs}
    told = _told((first, begun_with(frames), steps))
    return {name: dict(zip(lines[name], each, strict=True)) for name, each in told.items()}


def _told(asked: Asked) -> dict[str, Told]:
    """What is given at the lines that ask for it, by programs."""
    for known, answer in _memory.answers:
        if known == asked:
            return answer
    answer = _answered(asked)
    _memory.answers = ((asked, answer), *_memory.answers[: MOST_KEPT - 1])
    return answer


def _answered(asked: Asked) -> dict[str, Told]:
    first, start, steps = asked
    plain = {n: _at_head(each, start if n == first else BEGUN) for n, each in steps.items()}
    answer = {name: told for name, told in plain.items() if told is not None}
    if len(answer) == len(plain):
        return answer
    ways = {name: Ways.of(each) for name, each in steps.items()}
    found = _found_in(ways)
    begins = _begun_with(first, start, ways, found)
    return {name: each.at_uses(found[name], begins.get(name)) for name, each in ways.items()}


def _at_head(steps: Iterable[Step], begins: Given) -> Told | None:
    """What is given in a program where nothing is given behind its first label, block or jump.

    What holds there holds to the end, whatever way a run goes. None for another program, and for
    one with calls.
    """
    told, given, is_head = Told(), begins, True
    for step in steps:
        if step.does is Does.GIVES and is_head:
            given = _having(given, step)
        elif step.does in (Does.GIVES, Does.CALLS):
            return None
        if step.does in ASKING:
            told.append(given)
        is_head = is_head and step.does in (Does.GIVES, Does.USES)
    return told


def _having(given: Given, step: Step) -> Given:
    """What is given behind a step that gives something."""
    at = FOLLOWED.index(step.of)
    return (*given[:at], frozenset({step.value}), *given[at + 1 :])


def _found_in(ways: Mapping[str, Ways]) -> dict[str, list[Given | None]]:
    """What is given behind the nodes of programs, with START for what a program begins with."""
    found: dict[str, list[Given | None]] = {}
    leaves: dict[str, Given | None] = dict.fromkeys(ways)
    seen = dict[str, list[Given | None]]()
    is_changed = True
    while is_changed:
        is_changed = False
        for name, each in ways.items():
            known = [leaves.get(called) for called in each.called]
            if name in seen and known == seen[name]:
                continue
            seen[name] = known
            found[name] = each.behind(leaves)
            leaves[name] = joined(found[name][node] for node in each.last)
            is_changed = True
    return found


def _begun_with(
    first: str,
    start: Given,
    ways: Mapping[str, Ways],
    found: Mapping[str, list[Given | None]],
) -> dict[str, Given]:
    """What programs begin with, from all calls that a run comes to."""
    begins = {first: start}
    waiting = [first]
    while waiting:
        name = waiting.pop()
        for called, node in ways[name].calls:
            here = joined(found[name][each] for each in ways[name].before[node])
            if here is None or called not in ways:
                continue
            comes = _outside(followed(here, begins[name]))
            either = joined((comes, begins.get(called)))
            if either is not None and either != begins.get(called):
                begins[called] = either
                waiting.append(called)
    return begins


def joined(several: Iterable[Given | None]) -> Given | None:
    """What is given where a run comes from one of several places; None for those it never was."""
    found: Given | None = None
    for each in several:
        if found is None:
            found = each
        elif each is not None and each is not found and each != found:
            found = tuple(a if a is b else a | b for a, b in zip(found, each, strict=True))
    return found


def followed(then: Given, before: Given) -> Given:
    """What is given behind a stretch of a run that leaves `then`, and began with `before`."""
    return tuple((a - {START}) | b if START in a else a for a, b in zip(then, before, strict=True))


def _outside(given: Given) -> Given:
    """The same in another program: an argument has another value there."""
    return tuple(
        frozenset(OTHER if ARGUMENTS.search(value) else value for value in each) for each in given
    )


@dataclass
class Ways:
    """The ways through a program: nodes, at which something is given or called, or ways meet.

    before: The nodes from which a run comes to each node. does: Its step, where it has one that
    counts. used: The nodes in front of the steps that ask for what is given. calls: Names of
    programs that are called, with their nodes. last: The nodes behind which the program ends.
    """

    before: list[set[int]] = field(default_factory=lambda: [set()])
    does: dict[int, Step] = field(default_factory=dict)
    used: list[int] = field(default_factory=list)
    calls: list[tuple[str, int]] = field(default_factory=list)
    last: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, steps: Iterable[Step]) -> Ways:
        """The ways through the steps of a program."""
        ways = cls()
        reader = _Reader(ways)
        for step in steps:
            reader.take(step)
        reader.finish()
        return ways

    @property
    def called(self) -> list[str]:
        """The names of the programs that are called."""
        return sorted({name for name, _ in self.calls})

    def behind(self, leaves: Mapping[str, Given | None]) -> list[Given | None]:
        """What is given behind each node; None where no run comes. leaves: By called programs."""
        after = [list[int]() for _ in self.before]
        for node, nodes in enumerate(self.before):
            for each in nodes:
                after[each].append(node)
        found: list[Given | None] = [None] * len(self.before)
        found[FIRST] = (frozenset({START}),) * len(FOLLOWED)
        waiting, is_waiting = deque(after[FIRST]), set(after[FIRST])
        while waiting:
            node = waiting.popleft()
            is_waiting.discard(node)
            given = self._passed(node, joined(found[each] for each in self.before[node]), leaves)
            if given == found[node]:
                continue
            found[node] = given
            waiting += [each for each in after[node] if each not in is_waiting]
            is_waiting.update(after[node])
        return found

    def _passed(
        self, node: int, given: Given | None, leaves: Mapping[str, Given | None]
    ) -> Given | None:
        """What is given behind a node, from what is given in front of it."""
        step = self.does.get(node)
        if step is None or given is None:
            return given
        if step.does is Does.GIVES:
            return _having(given, step)
        if step.of not in leaves:
            return given  # a call of a program that is not there is told
        left = leaves[step.of]
        return None if left is None else followed(_outside(left), given)

    def at_uses(self, found: list[Given | None], begins: Given | None) -> Told:
        """What is given at the steps that ask for it.

        Where no run comes, what was given last in the text is taken.
        """
        start = begins or BEGUN
        told, last, seen = list[Given](), start, None
        for node, given in enumerate(found):
            textual = given or self._passed(node, last, {}) or last
            if textual is not seen:  # most nodes have what the one before has
                last, seen = followed(textual, start), textual
            told.append(last)
        return [told[node] for node in self.used]


@dataclass
class _Open:
    """A block that is open. ended: The nodes behind its parts so far. is_whole: Whether one of its
    parts is run in any case."""

    kind: str
    head: int
    ended: set[int] = field(default_factory=set)
    is_whole: bool = False


KINDS = {Does.BRANCHES: ",", Does.OPENS: "IF", Does.LOOPS: "FOR", Does.CHOOSES: "SELECT"}


@dataclass
class _Reader:
    """Makes nodes of the steps of a program, one after the other.

    here: The node from which a run comes to the next step; None behind a jump. last: The one before
    that, in the order of the text. labels, jumps: Nodes
    by the labels that stand there, or that they jump to.
    """

    ways: Ways
    here: int | None = FIRST
    last: int = FIRST
    labels: dict[str, int] = field(default_factory=dict)
    jumps: list[tuple[str, int]] = field(default_factory=list)
    opened: list[_Open] = field(default_factory=list)

    def take(self, step: Step) -> None:
        """Takes a step."""
        if step.does not in (Does.CASE, Does.LAST_CASE) and self._newest_is("SELECT"):
            self._end()
        match step.does:
            case Does.USES:
                self.ways.used.append(self.last if self.here is None else self.here)
            case Does.GIVES:
                self._node(step)
            case Does.CALLS:
                self.ways.calls.append((step.of, self._node(step)))
            case Does.LABEL:
                node = self.labels[step.of] = self._node()
                self.ways.used.append(node)
            case Does.JUMPS:
                self.jumps.append((step.of, self._here()))
                self.here = self.here if step.of == ANY else None
            case Does.LEAVES:
                self.ways.last.add(self._here())
                self.here = None
            case Does.HALTS:
                self.here = None
            case _:
                self._block(step)

    def finish(self) -> None:
        """Closes what is open, and leads jumps to their labels."""
        while self.opened:
            self._end()
        self.ways.last.add(self._here())
        self.here = None
        anywhere = self._node()
        for label, node in self.jumps:
            self.ways.before[self.labels.get(label, anywhere)].add(node)
        for node in self.labels.values():
            self.ways.before[node].add(anywhere)

    def _block(self, step: Step) -> None:
        match step.does:
            case Does.BRANCHES | Does.OPENS | Does.LOOPS | Does.CHOOSES:
                head = self._node() if step.does is Does.LOOPS else self._here()
                self.opened.append(_Open(KINDS[step.does], head, is_whole=bool(step.of)))
            case Does.CASE | Does.LAST_CASE if self._newest_is("SELECT"):
                block = self.opened[-1]
                block.is_whole |= step.does is Does.LAST_CASE
                self.here = block.head
                self.opened.append(_Open("case", block.head))
            case Does.CASE_ENDS if self._newest_is("case"):
                self.opened.pop()
                self.opened[-1].ended |= self._ended()
            case Does.DIVIDES if self._newest_is("IF"):
                block = self.opened[-1]
                block.ended |= self._ended()
                block.is_whole = True
                self.here = block.head
            case Does.REJOINS if self._newest_is(","):
                self._end()
            case Does.ENDS if self._newest_is(step.of):
                self._end()

    def _newest_is(self, kind: str) -> bool:
        return bool(self.opened) and self.opened[-1].kind == kind

    def _ended(self) -> set[int]:
        """The node behind a part that ends here, if a run comes to it."""
        found = set[int]() if self.here is None else {self.here}
        self.here = None
        return found

    def _end(self) -> None:
        """Closes the newest block: the ways through its parts meet."""
        block = self.opened.pop()
        ended = self._ended()
        if block.kind == "FOR":
            self.ways.before[block.head] |= ended
        ways = ended | block.ended if block.is_whole else ended | block.ended | {block.head}
        if len(ways) == 1:
            (self.here,) = ways
        else:
            self.ways.before[self._node()] |= ways

    def _here(self) -> int:
        """The node from which a run comes; behind a jump a new one, to which none comes."""
        return self._node() if self.here is None else self.here

    def _node(self, step: Step | None = None) -> int:
        """A node behind what was last; a run goes on from it."""
        node = len(self.ways.before)
        self.ways.before.append(set() if self.here is None else {self.here})
        if step is not None:
            self.ways.does[node] = step
        self.here = self.last = node
        return node
