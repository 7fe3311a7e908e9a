"""Long fuzzing of the language: `python tests/language/fuzz.py [lines] [--seed N]`.

A million lines unless told otherwise: random lines, mutated programs, random bytes. Nothing may
raise, nothing may hang, and the formatted text has to say what the text said.
"""

import argparse
import random
import sys
import time

from language import compile_program, parse, parse_bytes, render
from language.editing.layout import format_program
from language.editing.service import complete, hover, outline, references
from language.expressions.trees import spelled
from language.instructions import INSTRUCTIONS
from language.lines.line_parser import parse_line
from language.words.diagnostics import text_lines
from language.words.functions import FUNCTIONS

WORDS = [i.name for i in INSTRUCTIONS] + list(FUNCTIONS) + [
    "A", "B", "x", "N", "1", "2.5", "-3", "1E", "1E999", "10", "(", ")", "[", "]", ",", ":", "=",
    "#", "==", "<>", "<", ">=", "+", "-", "*", "/", "AND", "OR", "NOT", "MOD", "BY", "TO", "STEP",
    "THEN", "OF", ";", '"t"', '"', "\t", "\u3000", "é", "$s", ";! dialect val", "AT", "ALWAYS",
]  # fmt: skip
SLOWEST_S = 2.0
BATCH = 200
TOLD_EVERY = 100_000


def line(rng: random.Random) -> str:
    """A random line of words of the language, or of any characters."""
    if rng.random() < 0.1:
        return "".join(chr(rng.randrange(1, 0x3000)) for _ in range(rng.randrange(40)))
    if rng.random() < 0.4:
        return mutated(rng, rng.choice(INSTRUCTIONS).example)
    return rng.choice((" ", "")).join(rng.choices(WORDS, k=rng.randrange(12)))


def mutated(rng: random.Random, text: str) -> str:
    for _ in range(rng.randrange(3)):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(WORDS) + text[at + rng.randrange(2) :]
    return text


def batch(rng: random.Random, count: int = BATCH) -> str:
    return "\n".join(line(rng) for _ in range(count))


def check(text: str, rng: random.Random) -> None:
    """Calls every function of the language once for a text; none may raise."""
    program = parse(text)
    compile_program(program)
    for diagnostic in program.diagnostics[:20]:
        render(diagnostic, program.text)
    check_format(text)
    place = rng.randrange(1, BATCH), rng.randrange(1, 30)
    complete(text, *place)
    hover(text, *place)
    references(text, *place)
    outline(text)
    parse_bytes(rng.randbytes(rng.randrange(200)))


def check_format(text: str) -> None:
    """Asserts that formatting again changes nothing and that every line keeps its meaning."""
    formatted = format_program(text)
    again = format_program(formatted)
    for before, once, twice in zip(*map(text_lines, (text, formatted, again)), strict=True):
        assert once == twice, f"{before!r} is formatted to {once!r}, and that to {twice!r}"
        assert meaning(once) == meaning(before), f"{before!r} is formatted to {once!r}"


def meaning(line: str) -> tuple[object, ...]:
    """The meaning of a line, without the columns and the spelling of its words."""
    parsed = parse_line(line)
    if parsed.diagnostics:
        return (line, parsed.block)
    values = [None if a is None else shown(a.value) for a in parsed.arguments]
    names = [(use.kind, use.name, use.defines) for use in parsed.uses]
    return (parsed.step, parsed.instruction, parsed.block, values, names)


def shown(value: object) -> object:
    """The value of an operand in one uniform spelling."""
    if type(value) is tuple:
        return tuple(map(shown, value))
    if isinstance(value, str):
        return value.upper()
    return value if isinstance(value, float) else spelled(value).upper()  # type: ignore[arg-type]


def main(lines: int, seed: int) -> None:
    rng = random.Random(seed)
    done, slowest, start = 0, 0.0, time.perf_counter()
    while done < lines:
        text = batch(rng)
        began = time.process_time()
        try:
            check(text, rng)
        except Exception:
            print(f"seed {seed}: lines {done + 1} to {done + BATCH} of it", file=sys.stderr)
            raise
        slowest = max(slowest, time.process_time() - began)
        done += BATCH
        if not done % TOLD_EVERY:
            print(f"{done:,} lines from seed {seed}", flush=True)
    assert slowest < SLOWEST_S, f"a batch took {slowest:.2f} s"
    seconds = time.perf_counter() - start
    shown = f"{done:,} lines from seed {seed} in {seconds:.0f} s"
    print(f"{shown}, slowest {BATCH} lines {1e3 * slowest:.0f} ms", flush=True)


if __name__ == "__main__":
    reader = argparse.ArgumentParser()
    reader.add_argument("lines", nargs="?", type=int, default=1_000_000)
    reader.add_argument("--seed", type=int, default=20)
    given = reader.parse_args()
    main(given.lines, given.seed)
