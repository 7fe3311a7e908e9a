"""Time of the language on 10,000 lines: `python tests/benchmarks/bench_language.py`."""

import random
import statistics
import time
from collections.abc import Callable

from language import compile_program, parse
from language.chunks import read_chunk
from language.format import format_program
from language.line_parser import parse_line

LINES = 10_000


def program(rng: random.Random) -> list[str]:
    """Locations, motions and arithmetic, no two lines the same."""
    quarter = LINES // 4
    lines = [f"POINT L{i} {rng.uniform(0, 900):.3f} 0 {i} 0 90 0" for i in range(quarter)]
    lines += [f"APPROS L{i} {rng.uniform(0, 90):.2f} ; go" for i in range(quarter)]
    lines += [f"DRAW {i}, -{rng.random():.4f}, (3 + {i})" for i in range(quarter)]
    return [*lines, *(f"{10 * i} DRIVE 2 {i}" for i in range(quarter - 1)), "END"]


def median_ms(action: Callable[[], object], repeats: int = 7) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times)


def main() -> None:
    rng = random.Random(1)
    lines = program(rng)
    text = "\n".join(lines)

    def whole() -> None:
        parse_line.cache_clear()
        read_chunk.cache_clear()
        parse(text)

    def one_edit() -> None:
        lines[LINES // 2] = f"DRAW {rng.random()}, 2, 3"
        parse("\n".join(lines))

    parsed = parse(text)
    print(f"whole parse, nothing kept   {1e3 * median_ms(whole) / LINES:8.2f} us a line")
    print(f"one line edited             {median_ms(one_edit):8.2f} ms")
    print(f"compile                     {median_ms(lambda: compile_program(parsed)):8.2f} ms")
    print(f"format                      {median_ms(lambda: format_program(text), 3):8.2f} ms")


if __name__ == "__main__":
    main()
