import random

from language import parse
from language.lines.line_parser import parse_line
from language.programs.blocks import structure
from language.programs.chunks import read_chunk
from language.programs.kept_chunks import forget
from language.words.diagnostics import text_lines

PIECES = ["IF 1 THEN", "ELSE", "END", "FOR I = 1 TO 2", "DO", "UNTIL 1", "CASE 1 OF", "VALUE 1:",
    "ANY", "WHILE 1 DO", "READY", "", "10 READY", "GOTO 10", "IF THEN", "X = 1", "X = Y", "; c",
    ".PROGRAM P", ".END", "RETURN", "EDN"]  # fmt: skip


def test_complete_blocks_of_a_chunk_can_be_left_out_of_the_check_of_blocks() -> None:
    rng = random.Random(4)
    for _ in range(3000):
        lines = tuple(rng.choices(PIECES, k=rng.randrange(1, 14)))
        chunk = read_chunk.__wrapped__(lines)
        short = structure([(1, chunk)], len(lines))
        chunk.blocks = [i for i, (_, parsed) in enumerate(chunk.entries) if parsed.block]
        full = structure([(1, chunk)], len(lines))
        assert short[:4] == full[:4], lines


def test_a_text_edited_many_times_gives_the_same_program_as_a_new_text() -> None:
    rng = random.Random(6)
    lines = rng.choices(PIECES, k=400)
    for _ in range(40):
        at = rng.randrange(len(lines))
        kind = rng.randrange(3)
        lines[at : at + (kind > 0)] = [rng.choice(PIECES)] * (kind < 2)
        text = "\n".join(lines)
        kept = parse(text)
        read_chunk.cache_clear()
        parse_line.cache_clear()
        forget()
        fresh = parse(text)
        assert kept.diagnostics == fresh.diagnostics
        assert kept.statements == fresh.statements


def test_line_ends_do_not_change_what_is_read() -> None:
    text = "\n".join(random.Random(8).choices(PIECES, k=200))
    assert parse(text).diagnostics == parse(text.replace("\n", "\r\n")).diagnostics
    assert len(text_lines(text)) == 200
