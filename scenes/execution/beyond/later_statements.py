"""Finds later statements that cannot be carried out, behind the one at which a run ends.

The run is over at its failed statement; this module looks further, so that one check names every
bad line. After a failed motion the place of the arm is open. Two trial runs go on side by side:
`here`, with the arm at the nearest pose that it can take, and `other`, as if the line were not
there. While they differ the pose is assumed, and only faults that occur from any pose are reported
(`from_anywhere`). Other faults of motions stay undecided until the user corrects the line. Where a
motion brings both trial runs to the same joint values, the pose is known again and every fault
counts.

The trial runs are not part of the run: they have no time, proof or export. Their clock goes on,
for otherwise a loop that waits for a signal would never end; faults that depend on the clock are
not reported.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from language.compiled.control_flow import Block
from language.instructions import BY_NAME
from scenes.execution.beyond.from_anywhere import impossible_anywhere, is_hopeless, placed_goal
from scenes.execution.beyond.names_without_value import is_giving, without_given_name
from scenes.execution.machine.advance import advance
from scenes.execution.machine.machine import Machine
from scenes.execution.machine.moment import Moment
from scenes.execution.machine.signal_times import settled
from scenes.execution.statements.processor import action_of, carried_out
from scenes.execution.values import locations as places
from scenes.execution.values.impossible import FAULTS, ImpossibleError
from scenes.runs.run import Halt
from scenes.runs.step import ERROR, NO_NAME, NOTE, Problem, Step
from scenes.world.frozen import Array
from scenes.world.units import shown

# Codes of faults that do not depend on where the arm is, nor on what it holds.
OF_THE_TEXT = frozenset({"E302", "E305", "E306", "E307", "E308", "E309", "E401", "E402", "E404"})
# A statement of a loop that has failed so often is skipped: its fault is reported already.
OFTEN_ENOUGH = 8
# A loop is left after so many statements, or so many motions, none of them new. The last number
# is the budget of statements without motion.
PATIENCE, PATIENCE_MOTIONS, IDLE = 100_000, 1_000, 20_000
# Rad, mm: joints and poses that differ by less are the same: the round-off of two paths to a pose.
SAME = 1e-7
# Ends a message whose figures, not the fault itself, depend on an assumed pose.
COUNTED = "; counted from an assumed pose"
PASSING_S = 1.0  # seconds of the clock for a motion that is skipped
ASKED_EVERY = 50  # statements between two calls of `stop`
MOST_LISTED = 12  # lines listed in a message; the figures hold all


@dataclass(frozen=True, eq=False)
class MachineHalt(Halt):
    """The machine of a run and the moment before the statement that could not be carried out."""

    machine: Machine
    moment: Moment


@dataclass(frozen=True, eq=False)
class Beyond:
    """What is known of the statements behind the end of a run.

    problems: One fault for each bad line, and a note at the line where the run ends. steps: Motions
    whose path is known, as if the faulty lines were not there; their times mean nothing.
    """

    problems: tuple[Problem, ...] = ()
    steps: tuple[Step, ...] = ()


def beyond(halt: Halt, failed: Step, stop: Callable[[], bool] = lambda: False) -> Beyond:
    """The faults of statements behind `failed`, the last step of a run.

    stop: Called now and then; when it returns True, the result holds the faults found so far.
    """
    search = _Search(halt, failed)
    while search.goes_on():
        if not search.count % ASKED_EVERY and stop():
            break
        search.advance()
    return Beyond((*search.note(), *search.problems), tuple(search.steps))


class _Search:
    """The two trial runs; `_other` is None while the pose is known."""

    def __init__(self, halt: Halt, failed: Step) -> None:
        assert isinstance(halt, MachineHalt), (
            "a run is looked at beyond its end by what carried it out"
        )
        machine = halt.machine
        self._machine = replace(machine, budget=IDLE)
        self._failed = failed
        self._here: Moment = halt.moment.having(idle=0, burden=0, lap=None)
        self._other: Moment | None = None
        self._is_over = self._is_lost = False
        self._is_clean = True  # `other` has skipped only lines whose faults are reported
        self._times: Counter[int] = Counter()
        self._seen: set[int] = set()
        self._named = {(failed.file, failed.line)}
        self._reported: set[int] = set()  # places
        self._left: set[Block] = set()
        self._warned: set[tuple[str, int]] = set()
        self._undecided: set[tuple[str, int]] = set()
        self._since = self._motions_since = self.count = 0
        self._has_moved, self._off = False, None  # type: tuple[bool, float | None]
        self.problems: list[Problem] = []
        self.steps: list[Step] = []

    def goes_on(self) -> bool:
        """Whether there is a statement left to look at."""
        return bool(self._here.frames) and not self._is_over

    def _leave_loop(self) -> None:
        """Goes on behind the innermost loop that was not left yet, as if the loop had ended."""
        place, blocks = self._here.frame.place, self._machine.code.blocks.values()
        enclosing = {b for b in blocks if BY_NAME[b.kind].loops and b.head <= place <= b.end}
        enclosing -= self._left
        if not enclosing:
            self._is_over = True
            return
        loop = max(enclosing, key=lambda block: block.head)
        self._left.add(loop)
        counters = tuple(c for c in self._here.frame.counters if c.place != loop.head)
        self._here = self._here.at(loop.end + 1).with_frame(counters=counters)
        self._other, self._is_clean = self._followed(self._here, self._other or self._here), False
        self._since = self._motions_since = 0

    def advance(self) -> None:
        """Carries out one statement in both trial runs, or leaves a loop that takes too long."""
        if self._since >= PATIENCE or self._motions_since >= PATIENCE_MOTIONS:
            self._leave_loop()
            return
        place, statement = self._here.frame.place, self._machine.statement(self._here)
        moves = statement is not None and bool(statement.instruction.moves)
        self._count(place, moves)
        if self._times[place] >= OFTEN_ENOUGH:
            self._skip(place, moves)
        elif self._other is None:
            self._advance_known(place)
        else:
            self._advance_assumed(place, self._other)

    def _count(self, place: int, moves: bool) -> None:
        is_new = place not in self._seen
        self._seen.add(place)
        self.count += 1
        self._since = 0 if is_new else self._since + 1
        self._motions_since = 0 if is_new else self._motions_since + moves
        self._has_moved = self._has_moved or (moves and self.count > 1)

    def _skip(self, place: int, moves: bool) -> None:
        """Skips a statement that has failed OFTEN_ENOUGH, as if it were not there."""
        other = self._other
        if other is None and moves:
            other, self._is_clean = self._here, True
        self._is_clean = self._is_clean and place in self._reported
        self._here, self._other = (
            self._past(self._here),
            other and self._past(other),
        )

    def _advance_known(self, place: int) -> None:
        before = self._here
        is_first = self.count == 1  # which is known to fail
        after, step = (before, self._failed) if is_first else advance(self._machine, before)
        if step is None or not step.failed:
            self._here = after
            self.steps += [step] if step is not None and step.duration > 0.0 else []
            self._warn(step)
            return
        self._note_failure(place, step)
        if self._is_over:
            return
        if not step.statement.instruction.moves:
            self._report_if_of_the_text(step)
            self._here = self._past(before)
            return
        self._report(place, step)
        self._here, self._other, self._is_clean = (
            self._assumed(before),
            self._past(before),
            True,
        )
        if is_first:
            self._off = self._gap(before, self._here)

    def _advance_assumed(self, place: int, other: Moment) -> None:
        before = self._here
        why = self._hopeless(before, other)
        if why is not None:
            self._times[place] += 1
            self._report(place, self._machine.task(before).failed(why))
            self._here, self._other = self._assumed(before), self._past(other)
            return
        after, step = advance(self._machine, before)
        other_after, other_step = advance(self._machine, other)
        fails, other_fails = (s is not None and s.failed for s in (step, other_step))
        if fails or other_fails:
            failed = step if fails else other_step
            assert failed is not None
            self._note_failure(place, failed)
            if self._is_over:
                return
            is_reported = (
                fails and other_fails and self._report_of_both(place, before, other, failed)
            )
            if not is_reported:
                self._undecided.add((failed.file, failed.line))
            after = self._assumed(before) if fails else after
            if other_fails:
                other_after = self._past(other) if is_reported else self._assumed(other)
                self._is_clean = self._is_clean and is_reported
        self._warn(step)
        self._here, self._other = after, self._followed(after, other_after)
        if step is not None and not (fails or other_fails) and step.statement.instruction.moves:
            self._meet(step)

    def _report_of_both(self, place: int, here: Moment, other: Moment, step: Step) -> bool:
        """Whether a fault of both trial runs holds from any pose; reports it if so."""
        if not step.statement.instruction.moves:
            return self._report_if_of_the_text(step)
        of_the_text = _code(step) in OF_THE_TEXT - {"E302", "E307"} and not self._lacks_value(step)
        if of_the_text or all(is_hopeless(self._machine.task(now)) for now in (here, other)):
            self._report(place, step, COUNTED if step.statement.instruction.turns_one_joint else "")
            return True
        return False

    def _hopeless(self, *runs: Moment) -> ImpossibleError | None:
        """Why the next motion would fail from any pose in all given runs, as the first says it."""
        found = []
        for now in runs:
            statement = self._machine.statement(now)
            if now.reaction is not None or statement is None or not statement.instruction.moves:
                return None
            try:
                found.append(impossible_anywhere(self._machine.task(now)))
            except FAULTS:
                return None
        return found[0] if all(found) else None

    def _followed(self, here: Moment, other: Moment) -> Moment:
        """`other` at the statement of `here`; where `other` went another way, a copy of `here`."""
        ways = [[(frame.extent, frame.place) for frame in now.frames] for now in (here, other)]
        if ways[0] == ways[1]:
            return other
        self._is_clean = False
        state = replace(here.state, q=other.state.q, locations=other.state.locations, corner=None)
        return here.having(state=state)

    def _meet(self, step: Step) -> None:
        """Makes the pose known again where both runs have come to the same joint values."""
        if self._other is None:
            return
        given = step.statement.location
        to_joints = step.statement.instruction.known_joints or (
            given is not None and places.is_joints(given.value)
        )
        if _alike(self._here, self._other) and (self._is_clean or to_joints):
            self._here, self._other = self._other, None

    def _note_failure(self, place: int, step: Step) -> None:
        """Notes that a statement has failed, and whether the search can go on behind it."""
        statement = self._machine.statement(self._here)
        known = step.statement.instruction
        is_passed = action_of(known) is not None or known.waits or known.assigns
        is_own = statement is step.statement and is_passed
        self._is_over = not is_own or known.decisive or _code(step) == "E603"
        self._times[place] += 1

    def _assumed(self, now: Moment) -> Moment:
        """The moment behind a motion that goes to the nearest pose instead of its goal."""
        task = self._machine.task(now).with_state(corner=None)
        task = replace(task, settings=replace(task.settings, assumes=True))
        step = carried_out(task)
        if step.failed or not task.statement.instruction.moves:
            return self._past(now)
        try:
            after = self._machine.behind(now, task, step.starting_at(now.time))
        except ImpossibleError:
            return self._past(now)
        return after if step.duration > 0.0 else self._let_time_pass(after)

    def _past(self, now: Moment) -> Moment:
        """The moment behind a statement that is skipped."""
        statement = self._machine.statement(now)
        state = replace(now.state, corner=None)
        if statement is not None and statement.instruction.moves:
            state = replace(state, vias=())
        if statement is not None and is_giving(statement):
            self._is_lost = True
            state = without_given_name(self._machine.task(now))
        return self._let_time_pass(now.at(now.frame.place + 1).having(state=state))

    def _let_time_pass(self, now: Moment) -> Moment:
        try:
            now = settled(self._machine.scenario, now, now.time + PASSING_S)
        except ImpossibleError:
            self._is_over = True
        return now.having(idle=0, burden=0)

    def _report_if_of_the_text(self, step: Step) -> bool:
        """Whether the fault of a statement without motion holds from any pose; reports it if so."""
        code, place = _code(step), self._here.frame.place
        if code in OF_THE_TEXT and not self._lacks_value(step):
            self._report(place, step)
            return True
        self._undecided.add((step.file, step.line))
        return False

    def _lacks_value(self, step: Step) -> bool:
        """Whether a statement may have failed because a faulty line was to define a value."""
        return self._is_lost and _code(step) == "E306"

    def _warn(self, step: Step | None) -> None:
        """Reports the warnings of a statement that hold from any pose, once for each line."""
        for problem in step.problems if step is not None else ():
            if problem.code == NO_NAME and (problem.file, problem.line) not in self._warned:
                self._warned.add((problem.file, problem.line))
                self.problems.append(replace(problem, time=None))

    def _report(self, place: int, step: Step, addition: str = "") -> None:
        """Reports the fault of a line, once."""
        self._reported.add(place)
        if (step.file, step.line) in self._named:
            return
        self._named.add((step.file, step.line))
        self.problems += [
            replace(p, time=None, message=p.message + addition)
            for p in step.problems
            if p.severity == ERROR
        ]

    def note(self) -> tuple[Problem, ...]:
        """The note, at the line where the run ends, of the assumed pose; none without motions."""
        if not self._has_moved:
            return ()
        open_ = sorted(self._undecided - self._named)
        names = [f"{file} {line}".strip() for file, line in open_]
        listed, more = ", ".join(names), len(names) - MOST_LISTED
        off = "" if self._off is None else f" ({shown(self._off)} mm from the goal)"
        is_motion = bool(self._failed.statement.instruction.moves)
        way = f"from an assumed pose, the nearest that it finds{off}"
        way = way if is_motion else "as if this line were not there"
        message = (
            f"the check goes on {way}: it looks for what cannot be carried out; "
            "nothing behind this line is timed or proven"
        )
        if listed:
            lines = ", ".join(names[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
            message += f"; not decided until this line is corrected: line {lines}"
        figures = {"not_decided": listed} | ({} if self._off is None else {"off_mm": self._off})
        line, file = self._failed.line, self._failed.file
        return (Problem("N306", NOTE, line, message, figures, None, file),)

    def _gap(self, before: Moment, after: Moment) -> float | None:
        """Distance of the tool from the place to which a motion was to take it, mm."""
        task = self._machine.task(before)
        try:
            placed = placed_goal(task)
        except ImpossibleError:
            return None
        if placed is None:
            return None
        T_now = task.with_state(q=after.state.q).T_base_tool()
        # The square of a mistyped distance may overflow.
        return math.hypot(*(T_now - placed[1])[:3, 3])


def _code(step: Step) -> str:
    return next(p.code for p in step.problems if p.severity == ERROR)


def _alike(here: Moment, other: Moment) -> bool:
    """Whether two runs agree in joints and in all values that depend on them."""
    a, b = here.state, other.state
    poses = [{**x.locations, "the tool": x.tool, "the base": x.base} for x in (a, b)]
    return (
        _same(a.q, b.q)
        and a.variables == b.variables
        and (a.posture, a.solution, a.elbow) == (b.posture, b.solution, b.elbow)
        and poses[0].keys() == poses[1].keys()
        and all(_same(value, poses[1][key]) for key, value in poses[0].items())
    )


def _same(a: Array | None, b: Array | None) -> bool:
    if a is None or b is None:
        return a is b
    return a.shape == b.shape and bool(np.all(np.abs(a - b) <= SAME))
