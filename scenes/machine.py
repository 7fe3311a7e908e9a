"""The machine that runs programs: from one moment to the next, a statement at a time.

A machine never changes; a moment never changes. `advance` takes the moment before a statement
and gives the moment behind it and, where the statement does something in the cell, its step. To
step back is to take an earlier moment. `simulate`, the console and the window use this one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from kinematics import KinematicsError
from kinematics.braking import braked
from kinematics.trajectory import Trajectory
from language.flow import Code
from language.program import Statement, shown_value
from scenes import corners, flow
from scenes.around import Around
from scenes.branches import branch_of
from scenes.carving import carved
from scenes.cell import Cell
from scenes.moment import Frame, Moment, Status
from scenes.processor import LAST
from scenes.scenario import Scenario
from scenes.signal_times import reacting, responses_to, switched
from scenes.state import CellState, start_state
from scenes.step import Step
from scenes.task import ImpossibleError, Settings, Task

# Statements without motion or passing of time after which a loop counts as endless.
BUDGET = 1_000_000
# A WAIT for a time looks at its condition so often (s), and gives up after so long (s).
GLANCE, LONGEST_WAIT = 0.01, 3600.0


class Advance(NamedTuple):
    """What one statement makes of a moment; step is None where nothing happens in the cell."""

    moment: Moment
    step: Step | None = None


@dataclass(frozen=True, eq=False)
class Machine:
    """A cell and the code that runs in it.

    files: What the files of the code are called, for the steps of called programs.
    """

    cell: Cell
    code: Code
    settings: Settings = field(default_factory=Settings)
    scenario: Scenario = field(default_factory=Scenario)
    budget: int = BUDGET
    files: tuple[str, ...] = ()

    def begin(self, extent: int = 0, state: CellState | None = None) -> Moment:
        """The moment before the first statement of a program."""
        first = self.code.extents[extent]
        due = self.scenario.events
        start = start_state(self.cell) if state is None else state
        now = Moment(start, (Frame(extent, first.start),), due=due, answers=self.scenario.answers)
        return self._settled(now, 0.0)

    def statement(self, now: Moment) -> Statement | None:
        """The next statement; None behind the last one of a program, or when the run has ended."""
        if not now.frames:
            return None
        place, extent = now.frame.place, self.code.extents[now.frame.extent]
        return self.code.statements[place] if place < extent.stop else None

    def file(self, now: Moment) -> int:
        """The file in which the next statement stands."""
        return self.code.extents[now.frame.extent].file if now.frames else 0

    def advance(self, now: Moment) -> Advance:
        """Carry out the next statement, or leave a program at its end."""
        now = now.but(advances=now.advances + 1)
        if now.waiting and now.status is Status.READY:
            return self._react(now)
        statement = self.statement(now)
        if statement is None:
            return Advance(self._left(now))
        now = now.but(count=now.count + 1, idle=now.idle + 1, status=Status.READY)
        task = self.task(now)
        if now.idle > self.budget:
            return self._failed(now, task, _endless(statement, self.budget))
        try:
            return self._carried_out(now, task)
        except ImpossibleError as why:
            return self._failed(now, task, why)
        except KinematicsError as why:
            return self._failed(now, task, ImpossibleError("E307", str(why)))

    def task(self, now: Moment) -> Task:
        """The next statement in its state and circumstances."""
        around = Around(now.time, now.timers, now.last, now.answers)
        settings = self.settings
        file = self.file(now)
        rows = self.code.rows[file]
        if settings.rows is not rows:
            name = self.files[file] if file and file < len(self.files) else ""
            settings = replace(settings, rows=rows, file=name)
        return Task(self.code.compiled[now.frame.place], self.cell, now.state, settings, around)

    def _carried_out(self, now: Moment, task: Task) -> Advance:
        name = task.statement.name
        action = flow.FLOW.get(name)
        if action is not None:
            return Advance(action(self.code, now, task))
        if name == "END" and now.frame.place in self.code.blocks:
            return Advance(flow.end(self.code, now, task))
        if name == "WAIT":
            return self._wait(now, task)
        step = self._interrupted(now, corners.step_of(self, now, task))
        step = carved(self.cell, step)
        if step.failed:
            return Advance(now.but(status=Status.FAILED, state=step.after), step)
        after = self.behind(now, task, step)
        if name == "END":
            return Advance(flow.leave(self.code, after, task), step)
        return Advance(flow.stop(self.code, after, task) if name in LAST else after, step)

    def _interrupted(self, now: Moment, step: Step) -> Step:
        """The step, braked to rest on its path when a signal comes to which REACTI reacts."""
        urgent = tuple(r for r in now.reactions if r.at_once)
        if not urgent or step.duration == 0.0 or step.failed:
            return step
        later = self._settled(now.but(waiting=(), reactions=urgent), step.end_time)
        coming = [e for e in now.due if e.time < step.end_time]
        if not later.waiting or not coming:
            return step
        signals = {abs(r.signal) for r in later.waiting}
        at = next((e.time for e in coming if e.signal in signals), step.end_time)
        length = max(at - step.start_time, 0.0)
        period = self.settings.period
        trajectory = braked(self.cell.robot.mechanism, step.trajectory, length, period)
        state = step.state_at(length)
        after = replace(step.after, q=trajectory.q[-1], opening=state.opening)
        branch = branch_of(self.cell.robot.mechanism, after.q) if step.branch else ""
        return replace(
            step, after=after, trajectory=trajectory, opening_end=state.opening, branch=branch
        )

    def behind(self, now: Moment, task: Task, step: Step) -> Moment:
        """The moment behind a statement that did something in the cell."""
        after = now.at(self._next(now, task, step)).but(state=step.after)
        if step.statement.name == "PROMPT":
            after = after.but(answers=now.answers[1:])
        if step.statement.name in ("SIGNAL", "RESET"):
            after = self.signalled(after, now.state)
        if step.duration > 0.0:
            after = self._settled(after.but(idle=0, last=step), step.end_time)
        return after

    def _next(self, now: Moment, task: Task, step: Step) -> int:
        """The place behind a statement; GRASP may go to its label."""
        if step.statement.name == "GRASP" and step.after.opening < task.number("opening"):
            return flow.label_place(self.code, now, task, "label")
        return now.frame.place + 1

    def signalled(self, after: Moment, before: CellState) -> Moment:
        """What signals put on or off bring about: answers of the scenario, reactions."""
        changed = switched(before.signals, after.state.signals)
        due = responses_to(self.scenario, changed, after.time)
        merged = tuple(sorted((*after.due, *due)))
        waiting = reacting(after.reactions, changed)
        return self._settled(after.but(due=merged, waiting=(*after.waiting, *waiting)), after.time)

    def _settled(self, now: Moment, time: float) -> Moment:
        """The moment at a time, with the signals that change until then."""
        now = now.but(time=time)
        while now.due and now.due[0].time <= time:
            event, now = now.due[0], now.but(due=now.due[1:])
            before = now.state.signals
            if before.get(event.signal, False) == event.on:
                continue
            now = now.but(state=now.state.with_signal(event.signal, event.on))
            changed = {event.signal: event.on}
            due = responses_to(self.scenario, changed, event.time)
            waiting = (*now.waiting, *reacting(now.reactions, changed))
            now = now.but(due=tuple(sorted((*now.due, *due))), waiting=waiting)
        return now

    def _wait(self, now: Moment, task: Task) -> Advance:
        """WAIT: time passes until the condition holds, or it is said why it never will."""
        start, moment = now.time, now
        timed = _asks_for_time(task.statement)
        while task.number("condition") == 0:
            if moment.due:
                later = moment.due[0].time
            elif timed and moment.time - start < LONGEST_WAIT:
                later = moment.time + GLANCE
            else:
                raise _deadlock(task)
            moment = self._settled(moment, min(later, moment.time + GLANCE) if timed else later)
            task = self.task(moment)
        passed = moment.time - start
        trajectory = Trajectory.still(now.state.q, passed)
        own = self.task(now)
        step = own.step(moment.state, trajectory).starting_at(start)
        after = moment.at(now.frame.place + 1)
        return Advance(after.but(idle=0) if passed > 0.0 else after, step)

    def _react(self, now: Moment) -> Advance:
        """A signal has come: its program begins, that of the highest priority first."""
        chosen = max(now.waiting, key=lambda reaction: reaction.priority)
        rest = tuple(r for r in now.waiting if r is not chosen)
        now = now.but(waiting=rest)
        if any(frame.reaction == chosen.signal for frame in now.frames) or not now.frames:
            return Advance(now)
        place = min(now.frame.place, len(self.code.compiled) - 1)
        task = Task(self.code.compiled[place], self.cell, now.state, self.settings)
        return Advance(flow.enter(self.code, now, task, chosen.program, (), reaction=chosen.signal))

    def _left(self, now: Moment) -> Moment:
        """A program has no statement left: as END."""
        if not now.frames:
            return now.but(status=Status.ENDED)
        place = max(min(now.frame.place, len(self.code.compiled)) - 1, 0)
        if not self.code.compiled:
            return now.but(frames=(), status=Status.ENDED)
        task = Task(self.code.compiled[place], self.cell, now.state, self.settings)
        return flow.leave(self.code, now, task)

    def _failed(self, now: Moment, task: Task, why: ImpossibleError) -> Advance:
        step = task.failed(why).starting_at(now.time)
        return Advance(now.but(status=Status.FAILED), step)


def _endless(statement: Statement, budget: int) -> ImpossibleError:
    message = (
        f"endless loop: {budget} statements without motion or passing of time, the last in line "
        f"{statement.line}: {statement.shown}"
    )
    return ImpossibleError("E603", message, statements=budget)


def _asks_for_time(statement: Statement) -> bool:
    """Whether the condition holds TIME or TIMER, which change by themselves."""
    argument = statement.argument("condition")
    return argument is not None and "TIME" in shown_value(argument.value).upper()


def _deadlock(task: Task) -> ImpossibleError:
    """Why a WAIT can never end, with the signals as they are."""
    on = sorted(number for number, value in task.state.signals.items() if value)
    listed = f"signals on: {', '.join(map(str, on))}" if on else "no signal is on"
    message = (
        f"deadlock: {task.statement.shown} can never end; {listed}, and the scenario has "
        "nothing left to happen"
    )
    return ImpossibleError("E602", message)
