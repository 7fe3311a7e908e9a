"""A job of Yaskawa as a program of our language, instruction by instruction, its remarks kept.

Jobs that it calls are read from the files beside it and follow behind it. What is not understood
stays in the program as a remark and is told with its place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from language.foreign.draft import Draft, NotSaidError
from language.foreign.kept.label_numbers import numbers_of
from language.foreign.kept.ledgers import Ledger
from language.foreign.kept.parts import Lines, one_state, translate
from language.foreign.kept.states import Cell, State, frozen
from language.foreign.reading import UNREADABLE, Place, Reading
from language.foreign.recent import Recent
from language.instructions.block_words import PROGRAM_HEAD
from language.words.diagnostics import finding
from scenes.makers.defined_points import DIALECT, shown_numbers
from scenes.makers.yaskawa.jbi_data import JbiData, jbi_data
from scenes.makers.yaskawa.jbi_frames import pose_of_values, zyz_values
from scenes.makers.yaskawa.jbi_positions import JbiPosition, JbiPositions
from scenes.makers.yaskawa.jbi_text import JbiGroup, JbiJob, JbiLine, JbiPart, jbi_job
from scenes.makers.yaskawa.translation.jbi_actions import ARGUMENT, PROCESS, SILENT, Actions
from scenes.makers.yaskawa.translation.jbi_blocks import Blocks
from scenes.makers.yaskawa.translation.jbi_facts import (
    Facts,
    arguments_of,
    facts_in,
    facts_of,
    facts_of_group,
)
from scenes.makers.yaskawa.translation.jbi_motions import MOTION, MOVES, Motions
from scenes.makers.yaskawa.translation.jbi_values import told_number
from scenes.makers.yaskawa.translation.jbi_work import Shared, Work, place_name
from scenes.world.robot import Controller, Robot

INPUTS_FROM = 20_000  # added to IN# where jobs have an IN# and an OT# of one number
SHOWN = re.compile(r'MSG\s+"?(.*?)"?\s*', re.IGNORECASE)
LONGEST_CODE, LONGEST_SHOWN = 2000, 200
MOST_JOBS, MOST_FAULTS = 60, 200
MOST_GROUPS = 512  # groups of parts that are kept

_contents = Recent[tuple[State, ...]](MOST_GROUPS)


def jbi_translated(
    source: str, data: Sequence[tuple[str, str]], robot: Robot, controller: Controller
) -> Reading:
    """The program of a `.jbi` text. data: Tools and frames of the controller, other jobs."""
    job = jbi_job(source)
    if not job.first:
        told = finding(UNREADABLE, "this is no job of Yaskawa: //INST is missing", 1, 1, line=1)
        return Reading("", (Place(1),), (told,))
    jobs = _reached(job, data)
    shared = _shared(job, jobs, jbi_data(data), robot, controller)
    main = _Sheet(shared, job)
    main.translate()
    called = _with_called(main, shared)
    draft = main.work.draft
    for name, sheet in called.items():
        draft.add_called(name, sheet.work.draft, main.calls[name])
    _put_values(draft, shared)
    return draft.reading(shared.defined.with_points(_origins(shared, job)))


def _reached(main: JbiJob, data: Sequence[tuple[str, str]]) -> dict[str, JbiJob]:
    """The jobs that a job calls, directly or not, by their names in capitals."""
    beside = dict[str, JbiJob]()
    if facts_in(main).called:
        for name, text in data[: 4 * MOST_JOBS]:
            if name.lower().endswith(".jbi"):
                job = jbi_job(text)
                beside[job.name.upper()] = job
    found, waiting = dict[str, JbiJob](), [main]
    while waiting and len(found) < MOST_JOBS:
        for name in facts_in(waiting.pop()).called:
            job = beside.pop(name, JbiJob())
            if job.first and name != main.name.upper():
                found[name] = job
                waiting.append(job)
    return found


def _shared(
    main: JbiJob,
    jobs: Mapping[str, JbiJob],
    data: JbiData,
    robot: Robot,
    controller: Controller,
) -> Shared:
    """What the jobs have in common, found in one look through all of them."""
    reached = [main, *jobs.values()]
    numbers: dict[str, set[str]] = {"IN": set(), "OT": set()}
    facts = [facts_in(each) for each in reached]
    signals = frozenset[tuple[str, str]]().union(*(each.signals for each in facts))
    changed = frozenset[int]().union(*(each.changed for each in facts))
    fills = frozenset[tuple[int, str]]().union(*(each.filled for each in facts))
    sources = Counter(tool for tool, _ in fills)
    filled = frozenset(sources)
    for kind, number in signals:
        numbers[kind].add(number)
    variables = JbiPositions()
    for job in reversed(reached):
        variables |= job.variables
    tools = set[int | None]().union(*(job.points.tools for job in reached))
    own = tools - filled - set(data.tools)
    return Shared(
        robot,
        controller,
        data,
        jobs,
        variables,
        changed,
        filled,
        frozenset(tool for tool, count in sources.items() if count > 1),
        INPUTS_FROM if numbers["IN"] & numbers["OT"] else 0,
        next(iter(own)) if len(own) == 1 and not data.tools and not filled else -1,
    )


def own_name(name: str) -> str:
    """A name of a job that our language accepts."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name.upper())
    return plain if plain and plain[0].isalpha() else f"JOB_{plain}"


class _Sheet:
    """One job while it is translated. calls: Where it first calls each other job."""

    def __init__(self, shared: Shared, job: JbiJob) -> None:
        self.work = work = Work(shared, job, numbers_of(facts_in(job).labels), settings={})
        self._motions = Motions(work)
        self._forms = Actions(work, self._motions, self._call).forms()
        self._blocks = Blocks(work, self._lose_here)
        self._here: JbiLine | None = None
        self.calls = dict[str, Place]()

    def translate(self) -> None:
        """Says the whole job."""
        work, job = self.work, self.work.job
        count = arguments_of(job)
        told = f"({', '.join(f'{ARGUMENT}{at}' for at in range(1, count + 1))})" if count else ""
        work.draft.say(f"{PROGRAM_HEAD} {own_name(job.name)}{told}", Place(job.first))
        for number, row in job.faults[:MOST_FAULTS]:
            work.draft.begin(Place(number, 1, len(row) + 1))
            work.draft.not_understood(row, "this position is not read")
        translate(self._environment(), self._parts(), work.draft, self._ledgers, self._cells())
        self._here = next((line for line in job.upwards if line.remark is None), None)
        self._end_arc()
        if self._blocks.finish():
            self._lose_here("a block has no end")
        if not job.is_ended:
            work.draft.at(Place(job.last.line if job.last is not None else job.first))
            work.draft.not_understood("END", "END is missing: the file is cut off")
        work.draft.say(".END")

    @property
    def _ledgers(self) -> Sequence[Ledger]:
        return self.work.shared.defined, self._blocks.opened.nesting, self.work.told

    def _environment(self) -> State:
        """What holds for all instructions of the job."""
        shared, job = self.work.shared, self.work.job
        signatures = ((name, arguments_of(each)) for name, each in sorted(shared.jobs.items()))
        return one_state(
            *("jbi", shared.robot, shared.controller, frozen(shared.data.tools)),
            *(frozen(shared.data.frames), tuple(signatures), job.name, arguments_of(job)),
            *(shared.changed, shared.tools, shared.refilled, shared.inputs_from, shared.own_tool),
        )

    def _parts(self) -> Iterator[Lines]:
        for group, first in self.work.job.groups:
            contents = self._contents(group)
            for (part, above), content in zip(group.parts, contents, strict=True):
                at = first + above
                yield Lines(at + 1, content, len(part.rows), partial(self._part, part, at))

    def _contents(self, group: JbiGroup) -> tuple[State, ...]:
        """All that is read of each part of a group: the same objects as before for equal values."""
        key = (group, *self._around(facts_of_group(group)))
        found = _contents.get(key)
        if found is None:
            found = tuple(State((part, *self._around(facts_of(part)))) for part, _ in group.parts)
            _contents.put(key, found)
        return found

    def _around(self, facts: Facts) -> tuple[Hashable, ...]:
        """What instructions need of positions and labels, in the order in which they name these."""
        points, variables = self.work.job.points, self.work.shared.variables
        return (
            tuple(map(points.worths.get, facts.places)),
            tuple(map(variables.worths.get, facts.places)) if variables else (),
            tuple(map(self.work.labels.get, facts.named)),
        )

    def _part(self, part: JbiPart, above: int) -> None:
        for line in part.lines:
            self._line(replace(line, line=above + line.line))

    def _cells(self) -> Sequence[Cell]:
        """All that changes from line to line."""
        names = ("settings", "told_tool", "tool_texts")
        return (
            (self.work, names),
            (self._motions, ("steps", "_last")),
            (self, ("calls",)),
        )

    def _line(self, line: JbiLine) -> None:
        work, remark = self.work, line.remark
        place = Place(line.line, line.column, line.end_column)
        if remark is not None:
            work.draft.at(place)
            if remark:
                work.say(f"; {remark}")
            return
        self._here = line
        work.draft.begin(place)
        if len(line.code) > LONGEST_CODE:
            self._lose(line.code[:LONGEST_CODE], "the line is too long")
            return
        code, quote, told = line.code.partition("'")
        if quote and '"' not in code and told.strip():
            work.say(f"; {told.strip()}")
        plain = " ".join((line.code if '"' in code else code).split())
        try:
            self._code(plain)
        except NotSaidError as why:
            self._lose(plain, str(why))

    def _code(self, plain: str) -> None:
        work = self.work
        motion = MOTION.fullmatch(plain)
        if motion is not None:
            self._motions.take(motion)
            return
        shown = SHOWN.fullmatch(plain)
        if shown is not None:
            text = "".join(c if c.isprintable() and c != '"' else "'" for c in shown[1])
            work.say(f'TYPE "{text}"')
        elif SILENT.fullmatch(plain):
            work.draft.ignore()
        elif self._blocks.take(plain):
            self._end_arc()
            self._motions.forget()
        elif PROCESS.fullmatch(plain):
            work.draft.ignore()
            work.partly_once("process", "motions are carried out, the weld or the hand is not")
        else:
            self._other(plain)

    def _other(self, plain: str) -> None:
        for form, act in self._forms:
            found = form.fullmatch(plain)
            if found is not None:
                act(*found.groups())
                return
        raise NotSaidError("not understood")

    def _end_arc(self) -> None:
        try:
            self._motions.end_arc()
        except NotSaidError as why:
            self._lose_here(str(why))

    def _call(self, name: str, given: str) -> None:
        """CALL of another job. given: Its arguments, each behind ARGF."""
        work, key = self.work, name.upper()
        own = key == work.job.name.upper()
        if not own and key not in work.shared.jobs:
            raise NotSaidError(f"the job {name} is not among the files beside this one")
        if not own:
            work.draft.line_number()  # its place is kept for the job that is called
            self.calls.setdefault(key, work.draft.here)
        told = [told_number(work, each[len("ARGF") :]) for each in given.split()]
        count = arguments_of(work.job if own else work.shared.jobs[key])
        if len(told) < count:
            raise NotSaidError(f"{name} takes {count} arguments, not {len(told)}")
        listed = f"({', '.join(told[:count])})" if count else ""
        work.say(f"CALL {own_name(name)}{listed}")
        work.forget()
        work.come_back()
        self._motions.forget()

    def _lose_here(self, why: str) -> None:
        if self._here is not None:
            self._lose(self._here.code, why)

    def _lose(self, code: str, why: str) -> None:
        """Keeps an instruction as a remark, and tells why."""
        work = self.work
        if MOVES.fullmatch(code) is not None:
            work.draft.not_carried_out(code, why)
            self._motions.forget()
        else:
            work.draft.not_understood(code, why)
        number = self._here.line if self._here is not None else 1
        work.draft.line_number()
        work.say(f"; JBI {number}: {code[:LONGEST_SHOWN]}")


def _with_called(main: _Sheet, shared: Shared) -> dict[str, _Sheet]:
    """The jobs that are called, directly or not, each of them translated once."""
    found = dict[str, _Sheet]()
    waiting = list(main.calls)
    while waiting and len(found) < MOST_JOBS:
        name = waiting.pop(0)
        if name in found:
            continue
        sheet = _Sheet(shared, shared.jobs[name])
        sheet.work.tools.update(main.work.tools)
        sheet.work.come_back()
        sheet.translate()
        found[name] = sheet
        for inner in sheet.calls:
            if inner == main.work.job.name.upper():
                continue
            main.calls.setdefault(inner, main.calls[name])  # where the way to it begins
            waiting.append(inner)
    return found


def _put_values(draft: Draft, shared: Shared) -> None:
    """Puts the head, points and position variables in front of the first program."""
    at = next(at for at, line in enumerate(draft.lines) if line.startswith(PROGRAM_HEAD))
    place = draft.places[at]
    given = shared.defined.statements()
    for number, position in sorted(shared.variables.items() if shared.changed else ()):
        if not position.is_pulses:
            given.append(f"POINT {place_name(number)} {_zyz_text(position)}")
    draft.insert(at + 1, ((f"  {line}", place) for line in given))
    head = [f";! dialect {DIALECT}", ";! language 2"]
    if shared.inputs_from:
        head.append(f"; Inputs are signals from {INPUTS_FROM} on: IN#(1) is {INPUTS_FROM + 1}.")
    draft.insert(0, ((line, Place(1)) for line in head))


def _zyz_text(position: JbiPosition) -> str:
    return " ".join(shown_numbers(zyz_values(pose_of_values(position.values))))


def _origins(shared: Shared, job: JbiJob) -> dict[str, str]:
    """Where values come from: positions of the job, tools and frames of the controller."""
    data = shared.data.origins.items()
    return {**job.front.origins, **{name: f"{where}, of the controller" for name, where in data}}
