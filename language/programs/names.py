"""Checks that names of locations, variables and programs are defined before they are used."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from language.expressions.taken_names import TAKEN_AS_VARIABLE
from language.expressions.trees import ANY, JOINTS, LOCATION, PROGRAM, VARIABLE, NameUse
from language.instructions import INSTRUCTIONS
from language.lines.meant_blocks import DEFINING
from language.programs.chunk_runs import runs_of
from language.programs.chunks import Key
from language.programs.given_back import given_back
from language.programs.program import Piece, Routine, Statement
from language.words.diagnostics import Diagnostic, Edit, Fix, finding
from language.words.suggestions import nearest_name

READY = next(i.own_location for i in INSTRUCTIONS if i.own_location)
# Comparisons of unknown names with known ones, which take time; many more unknown names mean that
# the text is not a program of this language.
MAX_COMPARISONS = 4000
_Place = tuple[int, NameUse]
_SPOKEN = {LOCATION: "location", VARIABLE: "variable", JOINTS: "precision point"}


def defined_names(statements: Iterable[Statement]) -> dict[str, str]:
    """The spelling with which the statements first define each location; keys in capitals."""
    names: dict[str, str] = {}
    for statement in statements:
        argument = statement.location if statement.instruction.defines_location else None
        if argument is not None and isinstance(argument.value, str):
            names.setdefault(argument.value.upper(), argument.value)
    return names


def check_names(
    pieces: Sequence[Piece], routines: Sequence[Routine], of_headers: frozenset[str] = frozenset()
) -> list[Diagnostic]:
    """Findings of names that are undefined, used too early or defined twice, one for each cause.

    Names on faulty lines are not reported, because the faulty line may have been meant to define
    them. of_headers: words of faulty .PROGRAM lines, which are in no piece.
    """
    defined: dict[Key, int] = {}
    used: dict[Key, _Place] = {}
    runs = list(runs_of(pieces))
    for first, run in runs:
        defines = run.names_at(first).defines
        if defined.keys().isdisjoint(defines):  # mostly, and quickly
            defined |= defines
        else:
            for key, line in defines.items():
                defined.setdefault(key, line)
    for first, run in reversed(runs):  # the first use of a name counts
        used |= run.names_at(first).uses
    doubtful = of_headers.union(*(run.doubtful for _, run in runs))
    straight = len(routines) < 2 and not any(run.jumps for _, run in runs)
    for routine in routines:
        for name in routine.parameters:
            defined.update({(kind, name): routine.header for kind in (*_SPOKEN, ANY)})
    for key, line in given_back(pieces, routines).items():
        defined.setdefault(key, line)
    found = _twice_findings(pieces, defined) if straight else []
    unsure = frozenset[Key]().union(*(run.unsure for _, run in runs))
    missing = used.keys() - defined.keys() | unsure
    if straight:
        missing |= {key for key, (line, _) in used.items() if line < defined.get(key, line)}
    missing = {key for key in missing if _is_missing(key, used[key][0], defined, straight)}
    wanted = {key for key in missing if key[1] not in doubtful}
    return found + _missing_findings(pieces, defined, used, wanted, routines)


def _missing_findings(
    pieces: Sequence[Piece],
    defined: dict[Key, int],
    used: dict[Key, _Place],
    wanted: set[Key],
    routines: Sequence[Routine],
) -> list[Diagnostic]:
    """Findings of names that are missing, or missing where they are used first."""
    found = []
    hidden = {
        kind: _Hidden(_faulty_lines(pieces, DEFINING + kind)) for kind in (LOCATION, VARIABLE)
    }
    left = MAX_COMPARISONS
    spelt: dict[str, list[str]] = {}
    programs = [r.name for r in routines if r.name]
    places = _joined(_places(pieces, wanted))
    wanted = set(places)
    for key in sorted(wanted, key=lambda k: used[k][0]):
        kind, name = key
        if kind == PROGRAM:
            if name not in programs:
                found.append(_no_program(*used[key], programs))
            continue
        if key in defined:
            early = [p for p in places[key] if p[0] < defined[key]]
            found.append(_early(kind, early, defined[key]))
            continue
        if kind not in spelt:
            known = [n for k, n in defined if k == kind]
            spelt[kind] = _spellings(pieces, kind, known)
        near = nearest_name(name, spelt[kind])[:3] if left > 0 else []
        left -= len(spelt[kind])
        kinds = hidden.values() if kind == ANY else [hidden[kind]] if kind in hidden else []
        if not near and any(lost.explains(name, used[key][0]) for lost in kinds):
            continue
        other = VARIABLE if kind == LOCATION else LOCATION
        is_other = (other, name) in defined
        found.append(_undefined(key, tuple(places[key]), tuple(near), is_other))
    return found


def _faulty_lines(pieces: Sequence[Piece], word: str) -> list[int]:
    """The faulty lines that have a word."""
    having = (piece for piece in pieces if word in piece.chunk.doubtful)
    return [first + at for first, chunk in having for at, f in chunk.faults if word in f.words]


class _Hidden:
    """Faulty lines that may have defined a name; each explains one undefined name."""

    def __init__(self, lines: list[int]) -> None:
        self.lines, self.names = lines, set[str]()

    def explains(self, name: str, use: int) -> bool:
        before = next((line for line in self.lines if line < use), None)
        if before is not None and name not in self.names:
            self.lines.remove(before)
            self.names.add(name)
        return name in self.names


def _is_missing(key: Key, line: int, defined: dict[Key, int], straight: bool) -> bool:
    kind, name = key
    if kind == PROGRAM:
        return True
    if kind == ANY:
        return not any((k, name) in defined for k in _SPOKEN)
    if kind not in _SPOKEN:
        return False
    where = defined.get(key)
    return where is None or (straight and line < where)


def _places(pieces: Sequence[Piece], wanted: set[Key]) -> dict[Key, list[_Place]]:
    """Every use of the wanted names, in order."""
    places: dict[Key, list[_Place]] = {key: [] for key in wanted}
    holding = [piece for piece in pieces if not wanted.isdisjoint(piece.chunk.uses)]
    for line, use in _all_uses(holding):
        key = (use.kind, use.name)
        if not use.defines and key in places:
            places[key].append((line, use))
    return places


def _joined(places: dict[Key, list[_Place]]) -> dict[Key, list[_Place]]:
    """The places of each name; those in arguments, of any kind, belong to the kind used elsewhere:
    one finding tells of them all."""
    joined = dict(places)
    for kind, name in places:
        same = next(((k, name) for k in _SPOKEN if (k, name) in places), None)
        if kind == ANY and same is not None:
            joined[same] = sorted(joined[same] + joined.pop((kind, name)))
    return joined


def _all_uses(pieces: Sequence[Piece]) -> Iterator[_Place]:
    for first, chunk in pieces:
        for offset, parsed in chunk.entries:
            for use in parsed.uses:
                yield first + offset, use


def _spellings(pieces: Sequence[Piece], kind: str, known: Sequence[str]) -> list[str]:
    """The spelling of each known name at its definition."""
    spelt: dict[str, str] = {}
    for _, chunk in pieces:
        for (of_kind, name), written in chunk.spelt.items():
            if of_kind == kind:
                spelt.setdefault(name, written)
    return [spelt.get(name, name) for name in known]


def check_ready(pieces: Sequence[Piece]) -> list[Diagnostic]:
    """The finding of READY before POINT READY, which goes to the ready pose of the cell."""
    key = (LOCATION, READY)
    defined = next((p.first + p.chunk.defines[key] for p in pieces if key in p.chunk.defines), None)
    if defined is None:
        return []
    for first, chunk in pieces:
        for place in chunk.watched:
            offset, parsed = chunk.entries[place]
            instruction = parsed.instruction
            if instruction is None or not instruction.own_location or parsed.diagnostics:
                continue
            line = first + offset
            return [] if defined < line else [_ready_early(line, parsed.column, defined)]
    return []


def _ready_early(line: int, column: int, defined: int) -> Diagnostic:
    return finding(
        "W207",
        f"READY goes to the ready pose of the cell: location READY is defined in line {defined}",
        column,
        column + len(READY),
        line=line,
        label="before its definition",
        help="define READY first if that location is meant",
    )


@lru_cache(maxsize=1 << 12)
def _undefined(
    key: Key, places: tuple[_Place, ...], near: tuple[str, ...], is_other: bool
) -> Diagnostic:
    line, use = places[0]
    fixes = tuple(
        Fix(
            f"write  {n}" + (f"  in {len(places)} lines" if len(places) > 1 else ""),
            tuple(Edit(i, a.column, i, a.end, n) for i, a in places),
        )
        for n in near
    )
    code, message, help_ = _words(key, use.written, is_other)
    return finding(
        code,
        f"{message}{_also(places)}",
        use.column,
        use.end,
        line=line,
        label=f"did you mean {near[0]}?" if near else "not defined",
        help=f"write  {near[0]}" if near else help_,
        fixes=fixes,
    )


def _words(key: Key, name: str, is_other: bool) -> tuple[str, str, str]:
    """Code, sentence and help of a name without a value.

    is_other: whether a location is used as a variable, or a variable as a location.
    """
    kind, _ = key
    if kind == LOCATION and is_other:
        return "E201", f"{name} is a variable, and a location belongs here", "write a location"
    if kind == LOCATION:
        help_ = f"define it on a line before:  POINT {name} x y z o a t  or  HERE {name}"
        return "E201", f"location {name} is not defined", help_
    if kind == JOINTS:
        help_ = f"define it on a line before:  POINT #{name} = j1, j2 ...  or  HERE #{name}"
        return "E201", f"precision point #{name} is not defined", help_
    if is_other:
        return "E203", f"{name} is a location, and a number belongs here", _NUMBER
    if name.upper() in TAKEN_AS_VARIABLE:
        return "E203", f"{name} is an instruction, and a number belongs here", "write a number"
    return "E203", f"{name} is not a known name", f"give it a value first:  {name} = 1"


_NUMBER = "write a number; a location gets the value of another by  SET A = B"


def _no_program(line: int, use: NameUse, programs: Sequence[str]) -> Diagnostic:
    near = nearest_name(use.name, programs)[:3]
    return finding(
        "W211",
        f"program {use.written} is not in this file",
        use.column,
        use.end,
        line=line,
        label=f"did you mean {near[0]}?" if near else "from another file?",
        help="it has to be loaded too when this program runs",
        fixes=tuple(Fix(f"write  {n}", (Edit(line, use.column, line, use.end, n),)) for n in near),
    )


def _early(kind: str, places: list[_Place], definition: int) -> Diagnostic:
    line, use = places[0]
    return finding(
        "E202",
        f"{_SPOKEN[kind]} {use.written} is used before its definition in line {definition}"
        f"{_also(places)}",
        use.column,
        use.end,
        line=line,
        label="has no value yet",
        help=f"move line {definition} before line {line}",
    )


def _also(places: Sequence[_Place]) -> str:
    others = sorted({line for line, _ in places} - {places[0][0]})
    if not others:
        return ""
    shown = ", ".join(map(str, others[:5])) + (" ..." if len(others) > 5 else "")
    return f" (also in line{'s' * (len(others) > 1)} {shown})"


def _twice_findings(pieces: Sequence[Piece], defined: dict[Key, int]) -> list[Diagnostic]:
    found = []
    for first, chunk in pieces:
        for offset, use in chunk.redefined:
            before = defined[use.kind, use.name]
            if before != first + offset:
                found.append(_twice(first + offset, use, before))
    return found


def _twice(line: int, use: NameUse, before: int) -> Diagnostic:
    return finding(
        "W201",
        f"location {use.written} is defined again: line {before} defines it too",
        use.column,
        use.end,
        line=line,
        label="holds from here on",
        help="use another name if both are needed, or take one line out",
    )
