"""Chunks: a few dozen lines of a program, parsed once and cached, so that edits stay fast.

The content of lines decides where a chunk ends, so that an inserted line moves no other cut. A
chunk holds what the checks of a whole program need, with lines counted from its first.
"""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from language.expressions.trees import PROGRAM, NameUse
from language.instructions import ARC, Instruction
from language.instructions.block_words import (
    CLOSED_BY,
    CLOSING,
    DIVIDED,
    LAST_PART,
    PROGRAM_LINES,
)
from language.lines.line_parser import BLANK_LINE, ParsedLine, parse_line
from language.words.directives import MARK

# Lines of a chunk on average, and at most.
AVERAGE, LONGEST = 32, 256
# Chunks that are kept, as of 130,000 lines. Each keystroke makes one, of some 10 kB.
MOST_KEPT = 4096
Key = tuple[str, str]
Entry = tuple[int, ParsedLine]


@dataclass(eq=False)
class Chunk:
    """Parsed lines of a program; offsets of lines count from 0.

    entries: offset and content of each line with more than blanks and a comment. Indices into it:
    blocks: lines that open, divide or close a block, except blocks that are complete in the chunk.
    leaving: GOTO and others with `Instruction.leaves`. cases: CASE. watched: HAND, RELEAS, READY
    (see `Instruction.is_watched`). arcs: lines that give a via point or go along an arc. idle: the
    first statement without effect, or None.
    faults: the faulty lines. defines: the first line that defines a name. spelt: its
    spelling there. uses: the first use of a
    name. redefined: every line that declares a location. steps: the first line with a step number.
    repeated: further lines with a step number of the chunk. directives: lines that may be
    headers. doubtful:
    words of faulty lines. jumps: whether some statement may not be followed by the next line.
    code_count: number of lines with code.
    """

    size: int
    entries: tuple[Entry, ...]
    blocks: list[int] = field(default_factory=list)
    leaving: list[int] = field(default_factory=list)
    cases: list[int] = field(default_factory=list)
    watched: list[int] = field(default_factory=list)
    arcs: list[int] = field(default_factory=list)
    faults: list[Entry] = field(default_factory=list)
    defines: dict[Key, int] = field(default_factory=dict)
    spelt: dict[Key, str] = field(default_factory=dict)
    uses: dict[Key, tuple[int, NameUse]] = field(default_factory=dict)
    redefined: list[tuple[int, NameUse]] = field(default_factory=list)
    steps: dict[int, int] = field(default_factory=dict)
    repeated: list[tuple[int, int]] = field(default_factory=list)
    directives: list[int] = field(default_factory=list)
    doubtful: frozenset[str] = frozenset()
    jumps: bool = False
    idle: int | None = None
    code_count: int = 0

    @cached_property
    def called(self) -> frozenset[str]:
        """The names of the programs that are called, in capitals."""
        return frozenset(name for kind, name in self.uses if kind == PROGRAM)

    @property
    def first_code(self) -> Entry | None:
        return next((e for e in self.entries if e[1].has_code), None)

    @property
    def last_code(self) -> Entry | None:
        return next((e for e in reversed(self.entries) if e[1].has_code), None)


@lru_cache(maxsize=MOST_KEPT)
def read_chunk(lines: tuple[str, ...]) -> Chunk:
    """The chunk of some lines."""
    entries = []
    directives = []
    for offset, line in enumerate(lines):
        parsed = parse_line(line)
        if parsed is not BLANK_LINE:
            entries.append((offset, parsed))
        if MARK in line:
            directives.append(offset)
    chunk = Chunk(len(lines), tuple(entries), directives=directives)
    for place, (offset, parsed) in enumerate(entries):
        _note(chunk, place, offset, parsed)
    chunk.blocks = _without_whole_blocks(chunk)
    chunk.doubtful = frozenset().union(*(parsed.words for _, parsed in chunk.faults))
    return chunk


def _note(chunk: Chunk, place: int, offset: int, parsed: ParsedLine) -> None:
    # Unpacked at once, because each access to a field of a named tuple takes time.
    step, instruction, _, _, _, diagnostics, _, has_code, _, uses, block, _ = parsed
    chunk.code_count += has_code
    if diagnostics:
        chunk.faults.append((offset, parsed))
    if step is not None:
        if step in chunk.steps:
            chunk.repeated.append((offset, step))
        else:
            chunk.steps[step] = offset
    if block:
        chunk.blocks.append(place)
    if instruction is None:
        return
    if instruction.idle and chunk.idle is None and not diagnostics:
        chunk.idle = place
    if block and instruction.only_parts:
        chunk.cases.append(place)
    if instruction.leaves and not diagnostics:
        chunk.leaving.append(place)
    if instruction.is_watched:
        chunk.watched.append(place)
    if instruction.gives_via or instruction.moves == ARC:
        chunk.arcs.append(place)
    if instruction.jumps:
        chunk.jumps = True
    for use in uses:
        key = use[:2]
        if use.defines or key not in chunk.uses:
            _note_use(chunk, offset, use, key, instruction)


def _without_whole_blocks(chunk: Chunk) -> list[int]:
    """The block lines without those of complete, faultless blocks; the last such block is kept."""
    kept: list[int] = []
    opened: list[tuple[str, int]] = []
    last: list[int] = []
    for place in chunk.blocks:
        parsed = chunk.entries[place][1]
        block = parsed.block
        kept.append(place)
        if parsed.diagnostics or block in PROGRAM_LINES:
            opened = []
        elif block in CLOSED_BY:
            opened.append((block, len(kept) - 1))
        elif opened and block in CLOSING:
            kind, start = opened.pop()
            if CLOSED_BY[kind] == block and _is_sound(chunk, kind, kept[start + 1 : -1]):
                last, kept = kept[start:], kept[:start]
            else:
                opened = []
    return sorted({*kept, *last})


def _is_sound(chunk: Chunk, kind: str, inside: list[int]) -> bool:
    """Whether the block lines left inside a block only divide it, in a valid order."""
    names = [chunk.entries[place][1].block for place in inside]
    divided = all(DIVIDED.get(name) == kind for name in names)
    return divided and LAST_PART.isdisjoint(names[:-1])


def _note_use(chunk: Chunk, offset: int, use: NameUse, key: Key, instruction: Instruction) -> None:
    """Adds the use of a name to the chunk: a definition, or the first use."""
    if not use.defines:
        chunk.uses[key] = (offset, use)
        return
    if instruction.declares:
        chunk.redefined.append((offset, use))
    if key not in chunk.defines:
        chunk.defines[key], chunk.spelt[key] = offset, use.written
