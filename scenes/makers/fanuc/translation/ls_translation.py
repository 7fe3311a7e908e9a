"""A FANUC program as a program of our language, statement by statement, its remarks kept.

Programs that it calls are read from the files beside it and follow behind it. What is not
understood stays in the program as a remark and is told with its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from language.foreign.commas import between_commas
from language.foreign.draft import Draft, NotSaidError
from language.foreign.kept.ledgers import Ledger
from language.foreign.kept.parts import Lines, one_state, translate
from language.foreign.kept.states import Cell, State, frozen
from language.foreign.reading import UNREADABLE, Place, Reading
from language.instructions.block_words import PROGRAM_HEAD
from language.words.diagnostics import finding
from scenes.makers.defined_points import DIALECT
from scenes.makers.fanuc.ls_data import LsData, ls_data
from scenes.makers.fanuc.ls_signals import INPUTS_FROM
from scenes.makers.fanuc.ls_text import LsLine, LsPart, LsProgram, ls_program
from scenes.makers.fanuc.ls_trees import without_comments
from scenes.makers.fanuc.translation.ls_actions import SILENT, WELD, Actions
from scenes.makers.fanuc.translation.ls_around import Around
from scenes.makers.fanuc.translation.ls_blocks import Blocks
from scenes.makers.fanuc.translation.ls_expressions import (
    CLOCK,
    CLOCK_FROM,
    CLOCK_RUNS,
    Expressions,
)
from scenes.makers.fanuc.translation.ls_facts import arguments_of, changes_of, facts_in
from scenes.makers.fanuc.translation.ls_forms import forms_of
from scenes.makers.fanuc.translation.ls_motions import MOTION, Motions
from scenes.makers.fanuc.translation.ls_registers import Registers
from scenes.makers.fanuc.translation.ls_ways import given_in
from scenes.makers.fanuc.translation.ls_work import (
    ANY_NUMBER,
    Frames,
    Given,
    Shared,
    Work,
    frames_of,
)
from scenes.world.robot import Controller, Robot

CALL = re.compile(r"(?:CALL|RUN)\s+([\w-]+)\s*(?:\((.*)\))?", re.IGNORECASE)
NAMED = re.compile(r"\s*/PROG[ \t]+([\w-]+)", re.IGNORECASE)
LONGEST_CODE, LONGEST_SHOWN = 2000, 200
MOST_PROGRAMS = 60


def ls_translated(
    source: str, data: Sequence[tuple[str, str]], robot: Robot, controller: Controller
) -> Reading:
    """The program of a `.ls` text. data: Registers and frames of the controller, other programs."""
    program = ls_program(source)
    if not program.first:
        told = finding(UNREADABLE, "this is no FANUC program: /MN is missing", 1, 1, line=1)
        return Reading("", (Place(1),), (told,))
    others = _reached(program, data)
    shared = _shared(program, others, tuple(data), robot, controller)
    frames = frames_of(shared.data)
    frames.frame, frames.tool = shared.only_frame, shared.own_tool
    given = given_in(program, others, frames)
    main = _Sheet(shared, program, frames, given[program.name.upper()])
    main.translate()
    called = _with_called(main, shared, given)
    draft = main.work.draft
    for name, sheet in called.items():
        draft.add_called(name, sheet.work.draft, main.calls[name][0])
    _put_values(draft, shared)
    return draft.reading(shared.defined.with_points(_origins(shared, program)))


def _reached(main: LsProgram, data: Sequence[tuple[str, str]]) -> dict[str, LsProgram]:
    """The programs that a program calls, directly or not, by their names in capitals."""
    texts = dict[str, str]()
    for name, text in data:
        head = NAMED.match(text) if name.lower().endswith(".ls") else None
        if head is not None:
            texts[head[1].upper()] = text
    found, waiting = dict[str, LsProgram](), [main]
    while waiting and len(found) < MOST_PROGRAMS:
        for name in facts_in(waiting.pop()).called:
            program = ls_program(texts.pop(name, ""))
            if program.first:
                found[name] = program
                waiting.append(program)
    return found


@lru_cache(maxsize=16)
def _data_of(files: tuple[tuple[str, str], ...]) -> LsData:
    """The values of files; not to be changed."""
    return ls_data(files)


def _shared(
    main: LsProgram,
    others: Mapping[str, LsProgram],
    files: tuple[tuple[str, str], ...],
    robot: Robot,
    controller: Controller,
) -> Shared:
    """What the programs have in common, found in one look through all of them."""
    data = _data_of(files)
    reached = [main, *others.values()]
    facts = [facts_in(each) for each in reached]
    signals = frozenset[tuple[str, str]]().union(*(each.signals for each in facts))
    outputs = {number for kind, number in signals if kind == "DO"}
    given = frozenset(data.positions).union(*(each.given for each in facts))
    tools = set[int]().union(*(each.tools for each in facts))
    tools |= {tool for each in reached for tool in each.points.tools if tool < 15}
    own = [] if data.tools else [number for number in tools if number]
    frames = frozenset[int]().union(*(each.points.frames for each in reached))
    return Shared(
        robot,
        controller,
        data,
        others,
        INPUTS_FROM if any(kind == "DI" and n in outputs for kind, n in signals) else 0,
        given,
        own[0] if len(own) == 1 else None,
        next(iter(frames)) if len(frames) == 1 else None,
        files=files,
    )


def own_name(name: str) -> str:
    """A name of a program that our language accepts."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name.upper())
    return plain if plain and plain[0].isalpha() else f"LS_{plain}"


class _Sheet:
    """One program while it is translated. calls: Where it first calls each other program, and the
    frames that hold there."""

    def __init__(
        self, shared: Shared, program: LsProgram, frames: Frames, given: Mapping[int, Given]
    ) -> None:
        self.work = work = Work(shared, program, settings=frames, given=given)
        work.changes = _changes(shared, program)
        self._expressions = Expressions(work)
        self._registers = Registers(work, self._expressions)
        self._motions = Motions(work, self._expressions, self._registers)
        self._actions = Actions(work, self._expressions, self._registers, self._motions)
        self._forms = self._actions.forms()
        self._labels = facts_in(program).labels
        self._blocks = Blocks(work, self._expressions, self._action, self._lose_here, self._labels)
        self._here: LsLine | None = None
        self.calls = dict[str, tuple[Place, Frames]]()

    def translate(self) -> None:
        """Says the whole program."""
        work, program = self.work, self.work.program
        head = Place(program.first)
        count = arguments_of(program)
        told = f"({', '.join(f'AR{at}' for at in range(1, count + 1))})" if count else ""
        work.draft.say(f"{PROGRAM_HEAD} {own_name(program.name)}{told}", head)
        shared = work.shared
        ledgers: tuple[Ledger, ...] = shared.defined, shared.numbers_used
        ledgers += shared.positions_used, shared.clocks, self._blocks.opened.nesting, work.told
        translate(self._environment(), self._parts(), work.draft, ledgers, self._cells())
        self._here = program.last_code
        if self._blocks.finish():
            self._lose_here("a block has no end")
        if not program.is_ended:
            self._lose_here("/END is missing: the file is cut off")
        work.draft.say(".END")

    def _environment(self) -> State:
        """What holds for all statements of the program."""
        shared, program = self.work.shared, self.work.program
        signatures = ((name, arguments_of(each)) for name, each in sorted(shared.programs.items()))
        return one_state(
            *("ls", shared.robot, shared.controller, shared.files, tuple(signatures)),
            *(program.name, arguments_of(program), shared.inputs_from, shared.given),
            *(shared.own_tool, shared.only_frame),
            *(frozen({name: _changes(shared, each) for name, each in shared.programs.items()}),),
            frozen(self.work.changes),
        )

    def _parts(self) -> Iterator[Lines]:
        program = self.work.program
        around = Around(program.points, self._labels, self.work.given)
        for group, first in program.groups:
            contents = around.contents(group, first)
            for (part, above), content in zip(group.parts, contents, strict=True):
                at = first + above
                yield Lines(at + 1, content, part.size, partial(self._part, part, at))

    def _part(self, part: LsPart, above: int) -> None:
        for line in part.lines:
            self._line(replace(line, line=above + line.line))

    def _cells(self) -> Sequence[Cell]:
        """All that changes from line to line."""
        names = ("settings", "registers", "told_tool", "tool_texts")
        return (
            (self.work, names),
            (self._blocks, ("_is_acting", "_is_choosing")),
            (self, ("calls",)),
        )

    def _line(self, line: LsLine) -> None:
        work, remark = self.work, line.remark
        place = Place(line.line, line.column, line.end_column)
        if remark is not None or not line.code:
            work.draft.at(place)
            if remark:
                work.say(f"; {remark}")
            return
        self._here = line
        work.draft.begin(place, line.rows)
        if len(line.code) > LONGEST_CODE:
            self._lose(line.code[:LONGEST_CODE], "the line is too long")
            return
        self._action(line.code)

    def _action(self, code: str) -> None:
        """Says a statement, or tells why it is not carried out."""
        try:
            self._code(code)
        except NotSaidError as why:
            self._lose(code, str(why))

    def _code(self, code: str) -> None:
        work = self.work
        plain = " ".join(without_comments(code).split())
        shown = re.fullmatch(r"\s*(?:MESSAGE|PROMPT)\s*\[(.*)\]\s*", code, re.IGNORECASE)
        if shown is not None:
            self._actions.show(shown[1])
            return
        if SILENT.fullmatch(plain):
            work.draft.ignore()
            return
        if self._blocks.take(plain):
            return
        motion = MOTION.fullmatch(plain)
        if motion is not None:
            rest = self._motions.take(motion)
            if rest:
                self._behind(rest)
        elif (call := CALL.fullmatch(plain)) is not None:
            self._call(plain, call[1].upper(), call[2])
        elif WELD.fullmatch(plain):
            work.draft.ignore()
            work.partly_once("process", "motions are carried out, the weld or the spray is not")
        else:
            self._other(plain)

    def _behind(self, action: str) -> None:
        """What a motion does beside it, behind its end: `CALL X` or an output."""
        if CALL.fullmatch(action) is not None or re.match(r"(DO|RO)\[", action):
            self._code(action)
        else:
            raise NotSaidError("what is done beside the motion is not read")

    def _other(self, plain: str) -> None:
        for form, act in self._forms:
            found = form.fullmatch(plain)
            if found is not None:
                act(*found.groups())
                return
        raise NotSaidError("not understood")

    def _call(self, code: str, name: str, given: str | None) -> None:
        """CALL of another program; RUN starts one beside this one."""
        work = self.work
        if code.upper().startswith("RUN"):
            work.draft.ignore()
            work.draft.partly("the program that is started beside this one is not run here")
            return
        own = name == work.program.name.upper()
        program = work.program if own else work.shared.programs.get(name)
        if program is None:
            raise NotSaidError(f"the program {name} is not among the files beside this one")
        work.draft.line_number()  # its place is kept for the program that is called
        place, frames = self.calls.get(name, (work.draft.here, work.frames))
        self.calls[name] = place, frames.either(work.frames)
        arguments = [part.strip() for part in between_commas(given)] if given else []
        told = [f"({self._expressions.told_text(each)})" for each in arguments]
        count = arguments_of(program)
        if len(told) < count:
            raise NotSaidError(f"{name} takes {count} arguments, not {len(told)}")
        listed = f"({', '.join(told[:count])})" if count else ""
        work.say(f"CALL {own_name(name)}{listed}")
        work.forget()
        work.choose(_changes(work.shared, program))

    def _lose_here(self, why: str) -> None:
        if self._here is not None:
            self._lose(self._here.code, why)

    def _lose(self, code: str, why: str) -> None:
        """Keeps a statement as a remark, and tells why."""
        work = self.work
        plain = " ".join(without_comments(code).split())
        if MOTION.fullmatch(plain) is not None:
            work.draft.not_carried_out(plain, why)
        else:
            work.draft.not_understood(plain, why)
        number = self._here.line if self._here is not None else 1
        work.draft.line_number()
        work.say(f"; LS {number}: {plain[:LONGEST_SHOWN]}")


def _changes(shared: Shared, program: LsProgram) -> dict[str, frozenset[str]]:
    return changes_of(program, shared.programs, forms_of(shared.data))


def _with_called(
    main: _Sheet, shared: Shared, given: Mapping[str, Mapping[int, Given]]
) -> dict[str, _Sheet]:
    """The programs that are called, directly or not, each of them translated once."""
    found = dict[str, _Sheet]()
    waiting = list(main.calls)
    own = main.work.program.name.upper()
    while waiting and len(found) < MOST_PROGRAMS:
        name = waiting.pop(0)
        if name in found or name == own:
            continue
        place, frames = main.calls[name]
        sheet = _Sheet(shared, shared.programs[name], frames, given[name])
        sheet.translate()
        found[name] = sheet
        for inner, (_, holding) in sheet.calls.items():
            # It stands where the way to it begins, and is read with what holds at all its calls.
            begun, before = main.calls.get(inner, (place, holding))
            either = before.either(holding)
            if inner in found and frozen(either) != frozen(before):
                del found[inner]
            main.calls[inner] = begun, either
            waiting.append(inner)
    return found


def _put_values(draft: Draft, shared: Shared) -> None:
    """Puts the head, registers of the last run and points in front of the first program."""
    at = next(at for at, line in enumerate(draft.lines) if line.startswith(PROGRAM_HEAD))
    place = draft.places[at]
    data = shared.data
    used = set(shared.numbers_used)
    used = set(data.numbers) if ANY_NUMBER in used else used & set(data.numbers)
    given = [f"R[{number}] = {data.numbers[number]:.9g}" for number in sorted(used)]
    for number in sorted(set(shared.positions_used) & set(data.positions)):
        values = data.positions[number].numbers or []
        given += [f"PR[{number},{at_}] = {value:.9g}" for at_, value in enumerate(values, start=1)]
    for number in sorted(shared.clocks):
        given += [f"{name}[{number}] = 0" for name in (CLOCK, CLOCK_FROM, CLOCK_RUNS)]
    given += shared.defined.statements()
    draft.insert(at + 1, ((f"  {line}", place) for line in given))
    head = [f";! dialect {DIALECT}", ";! language 2"]
    if shared.inputs_from:
        head.append(f"; Inputs are signals from {INPUTS_FROM} on: DI[1] is {INPUTS_FROM + 1}.")
    draft.insert(0, ((line, Place(1)) for line in head))


def _origins(shared: Shared, program: LsProgram) -> dict[str, str]:
    """Where values come from: points of the program, registers and frames of the last run."""
    data = shared.data
    known = {f"PR[{number}]": position.origin for number, position in data.positions.items()}
    known |= {f"UFRAME[{number}]": position.origin for number, position in data.frames.items()}
    known |= {f"UTOOL[{number}]": position.origin for number, position in data.tools.items()}
    known |= data.origins
    told = {name: f"{where}, value of the last run" for name, where in known.items()}
    return {**program.points.words, **told}
