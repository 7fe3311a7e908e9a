"""Control flow: programs, labels and blocks by indices of statements.

The statements of all programs form one sequence; an index into it is the program counter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from language.compiled.compiler import compile_program
from language.compiled.tables import CompiledStep, MotionRow, Tables
from language.instructions import CLOSES, DIVIDES, OPENS
from language.programs.program import Program, Routine, Statement


@dataclass(frozen=True, slots=True)
class Block:
    """One block: indices of its first statement, its dividing statements and its last one."""

    kind: str
    head: int
    middle: tuple[int, ...]
    end: int


@dataclass(frozen=True, slots=True)
class Extent:
    """One program: statements [start, stop), its labels, and the index of its file.

    labels: label to index of a statement.
    """

    name: str
    start: int
    stop: int
    labels: Mapping[int, int]
    parameters: tuple[str, ...]
    file: int


@dataclass(frozen=True, eq=False)
class Code:
    """All statements of the files of a run.

    compiled: the statements with their rows of the tables. extents: the programs; the first is run.
    by_name: name in capitals to index of an extent. blocks: index of a first, dividing or last
    statement to its block. tables: of each file. is_straight: whether the lines run from top to
    bottom. dialects: of O, A, T in each file.
    """

    statements: tuple[Statement, ...]
    compiled: tuple[CompiledStep, ...]
    extents: tuple[Extent, ...]
    by_name: Mapping[str, int]
    blocks: Mapping[int, Block]
    tables: tuple[Tables, ...]
    is_straight: bool
    dialects: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[tuple[MotionRow, ...], ...]:
        """The motion table of each file."""
        return tuple(each.motion for each in self.tables)

    def place_of(self, line: int, file: int = 0) -> int | None:
        """Index of the first statement at or behind a line of a file; None if there is none."""
        for extent in self.extents:
            if extent.file != file:
                continue
            for place in range(extent.start, extent.stop):
                if self.statements[place].line >= line:
                    return place
        return None


def code_of(*programs: Program) -> Code:
    """The code of one or several files; the first program of the first file is run."""
    statements: list[Statement] = []
    compiled: list[CompiledStep] = []
    extents: list[Extent] = []
    blocks: dict[int, Block] = {}
    of_files = []
    for file, program in enumerate(programs):
        tables = compile_program(program, is_called=file > 0)
        of_files.append(tables)
        steps = {id(step.statement): step for step in tables.steps}
        for routine in program.routines or (Routine("", 1, 1),):
            own = [s for s in _inside(program, routine) if id(s) in steps]
            start = len(statements)
            statements += own
            compiled += [steps[id(s)] for s in own]
            labels = _labels(program, routine, own, start)
            name, parameters = routine.name, routine.parameters
            extents.append(Extent(name, start, len(statements), labels, parameters, file))
            blocks.update(_blocks(own, start))
    by_name: dict[str, int] = {}
    for index, extent in enumerate(extents):
        if extent.name:
            by_name.setdefault(extent.name, index)
    straight = len(extents) == 1 and not any(
        p.chunk.jumps for program in programs for p in program.pieces
    )
    return Code(
        tuple(statements),
        tuple(compiled),
        tuple(extents),
        by_name,
        blocks,
        tuple(of_files),
        straight,
        tuple(program.dialect for program in programs),
    )


def _inside(program: Program, routine: Routine) -> list[Statement]:
    return [s for s in program.statements if routine.first <= s.line < routine.stop]


def _labels(
    program: Program, routine: Routine, own: Sequence[Statement], start: int
) -> dict[int, int]:
    """Each step number with the index of the first statement at or behind its line."""
    labels: dict[int, int] = {}
    at = 0
    for line, step in program.labels:
        if not routine.first <= line < routine.stop:
            continue
        while at < len(own) and own[at].line < line:
            at += 1
        labels.setdefault(step, start + at)
    return labels


def _blocks(own: Sequence[Statement], start: int) -> dict[int, Block]:
    found: dict[int, Block] = {}
    opened: list[tuple[str, int, list[int]]] = []
    for place, statement in enumerate(own, start):
        part = statement.instruction.block
        if part == OPENS and statement.instruction.opens_block(statement.arguments):
            opened.append((statement.name, place, []))
        elif part == DIVIDES and opened:
            opened[-1][2].append(place)
        elif part == CLOSES and opened:
            kind, head, middle = opened.pop()
            block = Block(kind, head, tuple(middle), place)
            found.update(dict.fromkeys((head, *middle, place), block))
    return found
