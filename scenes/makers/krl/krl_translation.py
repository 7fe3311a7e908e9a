"""A KRL program as a program of our language, statement by statement, its remarks kept.

Settings (tool, base, speed, corner) are followed along the ways of a run. What is not understood
stays in the program as a remark and is told with its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from language.foreign.draft import Draft, NotSaidError
from language.foreign.kept.label_numbers import numbers_of
from language.foreign.kept.ledgers import Ledger
from language.foreign.kept.parts import Lines, one_state, translate
from language.foreign.kept.states import Cell
from language.foreign.reading import Place, Reading
from language.instructions.block_words import PROGRAM_HEAD
from scenes.makers.defined_points import DIALECT
from scenes.makers.krl.krl_actions import PULSED, Actions
from scenes.makers.krl.krl_blocks import BlockLine
from scenes.makers.krl.krl_expressions import INPUTS_FROM, Names, inputs_from
from scenes.makers.krl.krl_goals import Goals
from scenes.makers.krl.krl_leaves import first_values
from scenes.makers.krl.krl_text import Passage, aheads, given_by, passages_of, told_types, types_of
from scenes.makers.krl.krl_work import Work
from scenes.makers.krl.motions.advance_run import MOTION, Ahead
from scenes.makers.krl.motions.krl_points import NoGoalError, Points
from scenes.makers.krl.motions.motion_state import BASE, TOOL
from scenes.makers.krl.motions.state_flow import (
    FREE_PASSES,
    MOST_PASSES,
    Known,
    are_alike,
    known_of,
    with_earlier,
)
from scenes.makers.krl.terms.krl_values import Values
from scenes.world.robot import Controller, Robot

SILENT = re.compile(
    r"&.*|EXT(FCT)?\s+.*|IMPORT\s+.*|\$BWDSTART\s*=.*|\$IPO_MODE\s*=\s*#BASE|\$VEL\.ORI[12]\s*=.*|"
    r"\$ACC(\.|_).*=.*|\$ADVANCE\s*=.*|\$ORI_TYPE\s*=\s*#VAR|\$CIRC_TYPE\s*=.*|\$LOAD\s*=.*|"
    r"\$H_POS\s*=.*|\$OV_PRO\s*=\s*100|\$APO\.C(ORI|VEL)\s*=.*|\$(VEL|ACC)_EXTAX\[.*|"
    # Supervision and messages: they stop an arm that meets something, and move nothing.
    r"\$TORQ\w*(\.\w+)?(\[.*\])?\s*=.*|\$TIMER_STOP\[.*\]\s*=\s*FALSE|\$MSG_T.*=.*|"
    r"\$LOOP_CONT\s*=.*|\$LOOP_MSG\[.*=.*|\$COLLMON\w*.*=.*|\$TOL_VEL.*=.*|"
    r"(GLOBAL\s+)?INTERRUPT\s+DECL\s+3\b.*|INTERRUPT\s+(ON|OFF|ENABLE|DISABLE)\b.*|CONTINUE|"
    r"(?:GLOBAL\s+)?(?:STRUC|ENUM)\s.*",
    re.IGNORECASE,
)
# What a pendant writes into the folds of its technology packages, before the first motion.
SETUP = re.compile(
    r"(GLOBAL\s+)?INTERRUPT\s.*|(A10|A20|A50|H50|H70|USERSPOT|USER_GRP|TM_USERACTION)\b.*|"
    r"\$CYCFLAG\[.*",
    re.IGNORECASE,
)
DECLARES = re.compile(r"(GLOBAL\s+)?(DECL|SIGNAL|CONST|INT|REAL|BOOL|CHAR)\b", re.IGNORECASE)
FOLD = re.compile(r"(END)?FOLD\b\s*\(?([\w ]*)", re.IGNORECASE)


LONGEST_CODE = 2000  # characters; the longest lines of real programs have below 400


def krl_translated(
    source: str, data: Sequence[tuple[str, str]], robot: Robot, controller: Controller
) -> Reading:
    """The program of a `.src` text. data: Name and text of its `.dat` and of `$config.dat`."""
    known = Known()
    for number in range(MOST_PASSES):
        made = _Translator(source, data, robot, controller, known)
        reading, found = made.reading(), made.known
        if number >= FREE_PASSES:
            found = with_earlier(known, found)
        if are_alike(found, known):
            return reading
        known = found
    return _Translator(source, data, robot, controller, None).reading()


class _Translator:
    def __init__(
        self,
        source: str,
        data: Sequence[tuple[str, str]],
        robot: Robot,
        controller: Controller,
        known: Known | None,
    ) -> None:
        files = tuple(data)
        self._passages = passages_of(source)
        of_files = given_by(files)[0]
        self._in_data = of_files.values
        declaring = tuple(code for each in self._passages for code in each.declaring)
        changed = frozenset().union(*(each.changed for each in self._passages))
        first_input = inputs_from(frozenset().union(*(each.signals for each in self._passages)))
        of_data = changed.intersection(of_files.values)
        self._changed = changed - of_data  # each of these decides on the lines that name it
        self._environment = one_state(
            *("krl", robot, controller, files, told_types(files, declaring), of_data, first_input),
            known is None,
        )
        given, types = of_files.own(), types_of(files, declaring)
        names, points = Names(given.signals, first_input), Points(robot, controller)
        values = Values(types, names, given, changed, points.raw, self._base)
        labels = numbers_of(frozenset[str]().union(*(each.labels for each in self._passages)))
        self._work = Work(Draft(), given, types, names, values, points, labels, known=known)
        self._actions, self._goals = Actions(self._work), Goals(self._work)
        self._folds = list[str]()
        self._forms = self._known_forms()

    @property
    def known(self) -> Known:
        """What this translation noted of the settings at calls, labels and ends."""
        return known_of(self._work.flow.notes.values)

    def _base(self) -> str:
        if BASE in self._work.state.mixed:
            raise NotSaidError("only a run knows the base here")
        if TOOL in self._work.state.mixed:
            raise NotSaidError("only a run knows the tool here")
        self._goals.say_tool(self._work.state)  # HERE is the place of the tool said last
        return self._work.points.base_text(self._work.state)

    def _known_forms(self) -> tuple[tuple[re.Pattern[str], Callable[..., None]], ...]:
        actions, goals = self._actions, self._goals
        forms: dict[str, Callable[..., None]] = {
            r"(S?(?:PTP|LIN))\s*(?=[\s{$(])(.+)": goals.motion,
            r"S?CIRC\s+(.+)": goals.arc,
            r"(S?(?:PTP|LIN)_REL)\s*(\{.+)": goals.relative,
            r"BAS\s*\(\s*#(\w+)\s*(?:,\s*(.*?))?\s*\)": actions.bas,
            r"(PDAT_ACT|LDAT_ACT|FDAT_ACT)\s*=\s*(\w+|\{.*\})": actions.take_set,
            r"\$VEL\.CP\s*=\s*(.+)": actions.speed,
            r"\$APO\.(CDIS|CPTP)\s*=\s*(.+)": actions.corner,
            r"\$VEL_AXIS\[.+?\]\s*=\s*(.+)": actions.axis_speed,
            r"\$(BASE|TOOL)(?:\.(\w+))?\s*=\s*(.+)": actions.frame,
            r"\$OUT\[\s*(.+?)\s*\]\s*=\s*(.+)": actions.output,
            r"\$TIMER\[\s*(\d+)\s*\]\s*=\s*(.+)": actions.timer,
            PULSED.pattern: actions.pulse,
            r"TRIGGER\s+WHEN\s+(.+?)\s+DO\s+(.+)": actions.trigger,
            r"WAIT\s+FOR\s+(.+)": actions.wait,
            r"WAIT\s+SEC\s+(.+)": actions.stand,
            r"HALT": lambda: self._work.say("PAUSE"),
            r"RETURN": self._return,
            r"EXIT": self._exit,
            r"RETURN\s*(?=[\s({\"#'-])(.+)": actions.give_back,
            r"(\$?\w[^=()]*?)\s*(?<![=<>])=(?!=)\s*(.+)": actions.assign,
            r"(\w+\s*\(.*\))": actions.call,
        }
        return tuple((re.compile(form, re.IGNORECASE), act) for form, act in forms.items())

    def reading(self) -> Reading:
        """The whole text."""
        work = self._work
        head = [f";! dialect {DIALECT}", ";! language 2"]
        if work.names.inputs_from:
            first = INPUTS_FROM + 1
            head.append(f"; Inputs are signals from {INPUTS_FROM} on: input 1 is {first}.")
        for line in head:
            work.draft.say(line)
        ledgers: tuple[Ledger, ...] = work.points.defined, work.names.enumerations
        ledgers += work.blocks.nesting, work.blocks.unnamed.ledger, work.flow.notes
        ledgers += () if work.flow.known is None else (work.flow.known,)
        translate(self._environment, self._parts(), work.draft, ledgers, self._cells())
        self._put_values()
        return work.draft.reading(self._origins())

    def _cells(self) -> Sequence[Cell]:
        """All that changes from line to line."""
        work = self._work
        return (
            (work, ("state", "after_motion", "tool")),
            (work.blocks, ("program", "has_begun")),
            (work.values, ("program", "made", "before")),
            (work.points, ("q", "T", "near")),
            (work.data, ("noted",)),
            (self, ("_folds",)),
        )

    def _parts(self) -> Iterator[Lines]:
        first, labels = 1, self._work.labels
        for each, ahead in zip(self._passages, aheads(self._passages), strict=True):
            read = partial(self._passage, each, ahead, first)
            numbers = tuple(map(labels.get, each.labels))
            content = each.lines, ahead, self._changed & each.words, numbers
            yield Lines(first, content, len(each.lines), read)
            first += len(each.lines)

    def _passage(self, passage: Passage, ahead: Ahead, first: int) -> None:
        """Some lines. first: The number of the first one."""
        work = self._work
        work.codes, work.ahead = passage.codes, ahead
        for at, (line, code) in enumerate(zip(passage.lines, passage.codes, strict=True)):
            work.at = at
            self._line(first + at, line, code)

    def _line(self, number: int, line: str, code: str) -> None:
        work = self._work
        remark = line[len(line.partition(";")[0]) + 1 :].strip() if ";" in line else ""
        column = len(line) - len(line.lstrip()) + 1
        place = Place(number, column, column + len(code))
        if code:
            work.draft.begin(place)
            self._with_remark(code, remark)
            return
        work.draft.at(place)
        self._fold(remark)
        if remark and not re.match(r"ENDFOLD", remark, re.IGNORECASE):
            work.say("; " + re.sub(r"^FOLD\s*", "", remark, flags=re.IGNORECASE))
        elif not line.strip() and work.draft.lines[-1]:
            work.draft.say("")

    def _fold(self, remark: str) -> None:
        """Follows the folds: what a pendant writes into those of INI is told apart."""
        found = FOLD.match(remark)
        if found is None:
            return
        if not found[1]:
            self._folds.append(found[2].upper())
        elif self._folds:
            self._folds.pop()

    def _put_values(self) -> None:
        """Puts values and points behind the first .PROGRAM, as if they stood in its line."""
        work = self._work
        lines = work.draft.lines
        heads = (at for at, line in enumerate(lines) if line.startswith(PROGRAM_HEAD))
        at = next(heads, None)
        place = Place(1) if at is None else work.draft.places[at]
        given = list[str]()
        if self._in_data:
            words = frozenset[str]().union(*(each.words for each in self._passages))
            given += first_values(work.values, self._in_data, words)
        given += work.points.defined.statements()
        rows = ((f"  {line}" if at is not None else line, place) for line in given)
        work.draft.insert(2 if at is None else at + 1, rows)

    def _origins(self) -> dict[str, str]:
        """Where the values of points and numbers come from, by their names here."""
        work = self._work
        known = work.data.origins
        told = {name: f"{where}, value of the last run" for name, where in known.items()}
        return work.points.defined.with_points(told)

    def _with_remark(self, code: str, remark: str) -> None:
        """Translates one line of code; the remark behind it stays behind its last statement."""
        lines = self._work.draft.lines
        before = len(lines)
        self._code(code)
        if remark and len(lines) > before and not lines[-1].lstrip().startswith(";"):
            lines[-1] += f" ; {remark}"
        elif remark:
            self._work.say(f"; {remark}")

    def _code(self, code: str) -> None:
        """Translates one line of code."""
        work = self._work
        if len(code) > LONGEST_CODE:
            self._lose(code[:LONGEST_CODE], "the line is too long")
            return
        if SILENT.fullmatch(code) or self._is_setup(code):
            work.draft.ignore()
            return
        block = work.blocks.take(code, work.told, work.plain)
        if block is not None:
            self._take_block(code, block)
            return
        if DECLARES.match(code) or any(True for _ in work.types.names_in(code)):
            self._declare(code)
            return
        for form, act in self._forms:
            found = form.fullmatch(code)
            if found:
                try:
                    act(*found.groups())
                except (NoGoalError, NotSaidError) as why:
                    work.values.before.clear()
                    self._lose(code, str(why))
                return
        self._lose(code, "not understood")

    def _is_setup(self, code: str) -> bool:
        """Whether a line is what a pendant writes into a fold of its technology packages."""
        inside = any(fold.strip().endswith("INI") for fold in self._folds)
        return inside and SETUP.fullmatch(code) is not None

    def _take_block(self, code: str, block: BlockLine) -> None:
        work, lines = self._work, list(block.lines)
        if block.fault:
            self._lose(code, block.fault)
        work.points.forget()
        work.tool = ""  # a run may come from where another one was said
        begun = re.match(r"(?:GLOBAL\s+)?DEF(?:FCT\s+\w+(?:\[\])?)?\s+(\w+)", code, re.IGNORECASE)
        if begun is not None and lines:
            name = begun[1].upper()
            work.values.program = name
            given = work.values.parameters_of(name)
            if name in work.types.functions:
                given += [result for result, _ in work.values.results_of(name)]
            lines = [f"{PROGRAM_HEAD} {name}({', '.join(given)})" if given else lines[0]]
        for line in lines:
            work.draft.say(line)

    def _lose(self, code: str, why: str) -> None:
        """Keeps a statement as a remark, and tells why."""
        work = self._work
        if MOTION.match(code):
            work.points.forget()
            work.draft.not_carried_out(code, why)
        else:
            work.draft.not_understood(code, why)
        work.say(f"; KRL {work.draft.line_number()}: {' '.join(code.split())}")

    def _return(self) -> None:
        """RETURN ends the program here."""
        self._work.flow.end_program(self._work.blocks.program, returns=True)
        self._work.say("RETURN")

    def _exit(self) -> None:
        """EXIT leaves the loop: it goes behind its end."""
        label = self._work.blocks.label_behind_loop()
        if label is None:
            raise NoGoalError("no loop is open here")
        self._work.say(f"GOTO {label}")

    def _declare(self, code: str) -> None:
        """A declaration: variables of a program are its own, and get a value where they stand."""
        work = self._work
        types, values = work.types, work.values
        if re.match(r"(GLOBAL\s+)?SIGNAL\b", code, re.IGNORECASE):
            if not work.data.take(code):
                self._lose(code, "a signal that is not read")
            return
        parameters = {each.name for each in types.parameters.get(values.program, ())}
        own = list[str]()
        for name, kind in types.names_in(code):
            if name not in parameters and kind and name not in self._in_data:
                whole = values.own(name)
                own += [f"{whole}.{leaf.path}".rstrip(".") for leaf in types.leaves(kind)]
        if not any(True for _ in types.names_in(code)):
            self._lose(code, "a declaration that is not read")
            return
        if own and values.program and work.blocks.is_in_program:
            work.say(f"LOCAL {', '.join(own)}")
        given = re.search(r"(\$?\w+(?:\[[^\]]*\])?)\s*=\s*(.+)", code)
        if given is not None:
            try:
                self._actions.assign(given[1], given[2])
            except (NoGoalError, NotSaidError):
                work.values.before.clear()
                if not work.data.take(code):
                    self._lose(code, "a declaration that is not read")
