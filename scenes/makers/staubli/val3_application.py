"""A VAL3 application as its files give it: programs with their lines, variables with their values.

The forms of the files are those of the schemas that controllers of the CS8 from VAL3 7 on and of
the CS9 write: Project/3, Data/2, Program/2. Older forms (VAL3 5 and 6) are told and not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite
from types import MappingProxyType

from scenes.makers.staubli.val3_xml import Element, XmlError, xml_of

MOST_SIZE, MOST_PROGRAMS, LONGEST_COUNT = 100_000, 200, 9
OLDER = "this is a file of an older form of VAL3 (before version 7), which is not read"
# Words for the way to join two motions, and whether they round the corner between them.
BLENDS = MappingProxyType({"off": False, "joint": True, "cartesian": True})


@dataclass(frozen=True)
class Variable:
    """A variable of the application or of one program.

    kind: Its type, as `pointRx`. values: The attributes of each value that is given, by its index;
    those that are left out have their defaults. where: File and line.
    """

    name: str
    kind: str
    size: int = 1
    values: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    lines: Mapping[int, int] = field(default_factory=dict)
    file: str = ""

    def where(self, index: int) -> str:
        """Where a value stands, as `weld.dtx:12`."""
        return f"{self.file}:{self.lines[index]}" if index in self.lines else self.file


@dataclass(frozen=True)
class Program:
    """A program. line: Of its tag. parameters: Those by reference carry True. rows: Its code, begin
    and end among it. first_row: The number of its first row."""

    name: str
    line: int
    rows: tuple[str, ...]
    first_row: int
    parameters: tuple[tuple[Variable, bool], ...] = ()
    locals: tuple[Variable, ...] = ()


@dataclass
class Application:
    """What the files beside a program give. faults: File, line and reason of those not read.
    inch: Whether lengths are inches."""

    variables: dict[str, Variable] = field(default_factory=dict)
    programs: dict[str, Program] = field(default_factory=dict)
    libraries: frozenset[str] = frozenset()
    faults: list[tuple[str, int, str]] = field(default_factory=list)
    is_inch: bool = False


@lru_cache(maxsize=64)
def programs_of(text: str) -> tuple[Program, ...]:
    """The programs of a `.pgx` text. Raises XmlError."""
    root = xml_of(text)
    if root.name != "Programs":
        older = root.name.lower() in ("program", "programlist")
        raise XmlError(OLDER if older else "this is no program of VAL3: <Programs> is missing", 1)
    found = tuple(_program(each) for each in root.named("Program"))[:MOST_PROGRAMS]
    if not found:
        raise XmlError("the file has no <Program>", root.line)
    return found


def _program(element: Element) -> Program:
    code = element.first("Code")
    if code is None:
        raise XmlError("the program has no <Code>", element.line)
    name = element.attributes.get("name", "")
    parameters = [
        (variable, each.attributes.get("use", "").lower() == "reference")
        for each, variable in _declared(element, "Parameters", "Parameter")
    ]
    own = [variable for _, variable in _declared(element, "Locals", "Local")]
    return Program(name, element.line, code.rows, code.first_row, tuple(parameters), tuple(own))


def _declared(element: Element, group: str, each: str) -> Iterator[tuple[Element, Variable]]:
    inside = element.first(group)
    for child in inside.named(each) if inside is not None else ():
        yield child, _variable(child, "")


def application_of(files: Sequence[tuple[str, str]]) -> Application:
    """The application of the files beside a program. A file that is not read is a fault of it."""
    found = Application()
    for name, text in files:
        try:
            _take(found, name, text)
        except XmlError as fault:
            found.faults.append((name, fault.line, str(fault)))
    return found


def _take(found: Application, name: str, text: str) -> None:
    kind = name.lower().rpartition(".")[2]
    if kind == "pgx":
        for program in programs_of(text):
            found.programs.setdefault(program.name, program)
    elif kind == "pjx":
        _take_project(found, xml_of(text))
    elif kind == "dtx":
        for variable in _variables_of(name, text):
            found.variables.setdefault(variable.name, variable)


@lru_cache(maxsize=16)
def _variables_of(name: str, text: str) -> tuple[Variable, ...]:
    """The variables of a `.dtx` text. Raises XmlError."""
    root = xml_of(text)
    datas = root.first("Datas")
    if root.name != "Database" or datas is None:
        raise XmlError(OLDER, root.line)
    return tuple(_variable(element, name) for element in datas.named("Data"))


def _take_project(found: Application, root: Element) -> None:
    if root.name != "Project":
        raise XmlError("this is no project of VAL3: <Project> is missing", root.line)
    given = root.first("Parameters")
    if given is not None and given.attributes.get("millimeterUnit", "true").lower() == "false":
        found.is_inch = True
    libraries = root.first("Libraries")
    names = libraries.named("Library") if libraries is not None else ()
    found.libraries = frozenset(each.attributes.get("alias", "") for each in names)


def _variable(element: Element, file: str) -> Variable:
    """A variable; values of structures and of collections by names are left out."""
    attributes = element.attributes
    values, lines = dict[int, Mapping[str, str]](), dict[int, int]()
    for value in element.named("Value"):
        key = _count(value.attributes.get("key", "0"))
        if key is not None and key < MOST_SIZE:
            values[key], lines[key] = value.attributes, value.line
    size = _count(attributes.get("size", "1"))
    count = 1 if size is None else min(size, MOST_SIZE)
    kind = attributes.get("type", "")
    return Variable(attributes.get("name", ""), kind, count, values, lines, file)


def _count(text: str) -> int | None:
    """A whole number from 0 on; None for another text."""
    is_count = text.isascii() and text.isdecimal() and len(text) <= LONGEST_COUNT
    return int(text) if is_count else None


def numbers_of(
    attributes: Mapping[str, str], names: Sequence[str], default: float = 0.0
) -> list[float]:
    """The numbers of a value by their names; `default` where one is left out.

    Raises ValueError for a text that is no finite number.
    """
    found = [float(attributes.get(name, default)) for name in names]
    if not all(map(isfinite, found)):
        raise ValueError("not a finite number")
    return found
