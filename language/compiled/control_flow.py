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
        lines = (
            (self.statements[place].line, place)
            for extent in self.extents
            if extent.file == file
            for place in range(extent.start, extent.stop)
        )
        return min((each for each in lines if each[0] >= line), default=(0, None))[1]


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
        for number, routine in enumerate(program.routines or (Routine("", 1, 1),)):
            inside, targets = program.code_of_routine(number)
            own = [s for s in inside if id(s) in steps]
            start = len(statements)
            statements += own
            compiled += [steps[id(s)] for s in own]
            labels = _labels(inside, targets, own, start)
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


def _labels(
    inside: Sequence[Statement], targets: Mapping[int, int], own: Sequence[Statement], start: int
) -> dict[int, int]:
    """Each step number with the index of the first statement at or behind it that is run.

    inside: The statements of a program. targets: The step numbers with indices of these. own: Those
    that are run, from the index start on.
    """
    if len(own) == len(inside):
        return {step: start + at for step, at in targets.items()}
    places, known = [0], {id(statement) for statement in own}
    for statement in inside:
        places.append(places[-1] + (id(statement) in known))
    return {step: start + places[at] for step, at in targets.items()}


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
