"""Long fuzzing of the language: `python tests/language/fuzz.py [lines]`, default 1,000,000.

Random lines, mutated programs, random bytes: nothing may raise, nothing may hang.
"""

import random
import sys
import time

from language import compile_program, parse, parse_bytes, render
from language.format import format_program
from language.functions import FUNCTIONS
from language.instructions import INSTRUCTIONS
from language.service import complete, hover, outline, references

WORDS = [i.name for i in INSTRUCTIONS] + list(FUNCTIONS) + [
    "A", "B", "x", "N", "1", "2.5", "-3", "1E", "1E999", "10", "(", ")", "[", "]", ",", ":", "=",
    "#", "==", "<>", "<", ">=", "+", "-", "*", "/", "AND", "OR", "NOT", "MOD", "BY", "TO", "STEP",
    "THEN", "OF", ";", '"t"', '"', "\t", "\u3000", "é", "$s", ";! dialect val", "AT", "ALWAYS",
]  # fmt: skip
SLOWEST_S = 2.0
BATCH = 200


def line(rng: random.Random) -> str:
    """A line of words, or of any characters."""
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
    """Everything that the language does with a text, once."""
    program = parse(text)
    compile_program(program)
    for diagnostic in program.diagnostics[:20]:
        render(diagnostic, program.text)
    formatted = format_program(text)
    assert format_program(formatted) == formatted, "formatting is not done once"
    place = rng.randrange(1, BATCH), rng.randrange(1, 30)
    complete(text, *place)
    hover(text, *place)
    references(text, *place)
    outline(text)
    parse_bytes(rng.randbytes(rng.randrange(200)))


def main(lines: int) -> None:
    rng = random.Random(20)
    done, slowest, start = 0, 0.0, time.perf_counter()
    while done < lines:
        text = batch(rng)
        began = time.perf_counter()
        check(text, rng)
        slowest = max(slowest, time.perf_counter() - began)
        done += BATCH
    assert slowest < SLOWEST_S, f"a batch took {slowest:.2f} s"
    seconds = time.perf_counter() - start
    print(f"{done} lines in {seconds:.0f} s, slowest {BATCH} lines {1e3 * slowest:.0f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
