"""Time of the language on 10,000 lines: `python tests/benchmarks/bench_language.py [--seed N]`.

Lines: locations, motions and arithmetic (plain); loops and conditions (with blocks); a fault in
each (all wrong). The time of a keystroke goes from the changed character to all diagnostics.
"""

import asyncio
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator

from figures import Figure, arguments, most, show, timed

from language import compile_program, parse
from language.editing.layout import format_program
from language.lines.line_parser import parse_line
from language.programs import kept_chunks
from language.programs.chunks import read_chunk

LINES = 10_000


def program(rng: random.Random) -> list[str]:
    """Locations, motions and arithmetic, all lines different."""
    quarter = LINES // 4
    lines = [f"POINT L{i} {rng.uniform(0, 900):.3f} 0 {i} 0 90 0" for i in range(quarter)]
    lines += [f"APPROS L{i} {rng.uniform(0, 90):.2f} ; go" for i in range(quarter)]
    lines += [f"DRAW {i}, -{rng.random():.4f}, (3 + {i})" for i in range(quarter)]
    return [*lines, *(f"{10 * i} DRIVE 2 {i}" for i in range(quarter - 1)), "END"]


def median_ms(
    action: Callable[[], object], repeats: int = 7, first: Callable[[], object] = lambda: None
) -> float:
    """Median time of an action, ms. first: Called before each round, outside the time."""
    times = []
    for _ in range(repeats):
        first()
        start = time.perf_counter()
        action()
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times)


def structured(rng: random.Random) -> list[str]:
    """Loops, conditions, calls and expressions: ten lines in each block."""
    lines = ["POINT A 600 0 500 0 60 0", "N = 1"]
    for i in range(LINES // 10):
        lines += [
            f"FOR I{i} = 1 TO {rng.randrange(2, 99)}",
            f"  IF SIG({i % 64 + 1}) AND I{i} > {rng.randrange(9)} THEN",
            f"    MOVES SHIFT(A BY I{i}, {rng.randrange(99)}, 0)",
            "  ELSE",
            f"    APPROS A, {i} + I{i} * 2  ; near",
            "  END",
            f"  N = N + {rng.randrange(99)} * I{i}",
            "END",
            f"SIGNAL {i % 64 + 1}, -{i % 32 + 1}",
            f"WHILE N > {rng.randrange(9, 999)} DO" if i % 2 else "END",
        ]
        lines[-1] = f'TYPE "block ", {i}'
    return [*lines[: LINES - 1], "END"]


def all_wrong(rng: random.Random) -> list[str]:
    """A fault in every line, all lines different."""
    faults = ("MVOE A{}", "DRAW {} 2", "X = = {}", "IF {} THEM", "APPROS A {} 3", "SPEED {}mm")
    return [rng.choice(faults).format(i) for i in range(LINES)]


def keystrokes(lines: list[str], rng: random.Random, count: int = 60) -> list[float]:
    """Times from a changed character to all diagnostics, ms, `count` times."""
    times = []
    for _ in range(count):
        row = rng.randrange(len(lines) - 1)
        lines[row] += rng.choice(" ;x1,(")
        text = "\n".join(lines)
        start = time.perf_counter()
        parse(text)
        times.append(1e3 * (time.perf_counter() - start))
    return sorted(times)


async def served(lines: list[str], rng: random.Random, count: int = 40) -> list[float]:
    """Times of keystrokes through the language server on its standard input and output, ms."""
    from lsprotocol import types as lsp
    from pygls.lsp.client import LanguageClient

    client = LanguageClient("bench", "1")
    published: asyncio.Queue[object] = asyncio.Queue()

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def got(params: lsp.PublishDiagnosticsParams) -> None:
        published.put_nowait(params)

    await client.start_io(sys.executable, "-m", "app", "lsp")
    await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    uri = "file:///bench.val"
    item = lsp.TextDocumentItem(uri, "val", 1, "\n".join(lines))
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    await published.get()
    times = []
    for version in range(2, count + 2):
        row = rng.randrange(len(lines) - 1)
        at = lsp.Position(row, len(lines[row]))
        change = lsp.TextDocumentContentChangePartial(lsp.Range(at, at), " ;")
        document = lsp.VersionedTextDocumentIdentifier(version, uri)
        lines[row] += " ;"
        start = time.perf_counter()
        client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        await published.get()
        times.append(1e3 * (time.perf_counter() - start))
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return sorted(times)


def of_keystrokes(what: str, times: list[float]) -> Iterator[Figure]:
    yield Figure(f"{what}, median", statistics.median(times), "ms", target=most(8.0))
    yield Figure(f"{what}, worst", times[-1], "ms", target=most(20.0))


def forget() -> None:
    parse_line.cache_clear()
    read_chunk.cache_clear()
    kept_chunks.forget()


ENDLESS = {
    "counting": "I = 0\n10 I = I + 1\nGOTO 10\nEND",
    "arithmetic": "N = 0\nT = 0\nWHILE T < 9 DO\nN = N + 1\nIF N MOD 7 == 3 AND N > 5 THEN\n"
    "A[N MOD 10] = SQRT(ABS(N * 2.5 - 10)) / 3\nELSE\n"
    "T = (N + 1) * 3 - MAX(4 * N, T)\nEND\nEND\nEND",
    "asking a signal": "10 IF SIG(1) GOTO 20\nGOTO 10\n20 END",
    "calling": "N = 0\n10 CALL P(N, 2)\nGOTO 10\nEND\n.PROGRAM P(A, B)\nA = A + B\n.END\n",
}


def endless_loops() -> Iterator[Figure]:
    """Processor time of a statement, and of finding that a loop repeats without motion."""
    from scenes import load_cell, simulate

    cell = load_cell("kakazu1985")
    for name, text in ENDLESS.items():
        start = time.process_time()
        run = simulate(cell, text)
        seconds = time.process_time() - start
        assert run.problems[-1].code == "E603"
        each = seconds / len(run.trace.lines)
        yield timed(f"endless loop, {name}: a statement", each, "us", target=most(4.0))
        yield timed(f"endless loop, {name}: told after", seconds, "s", target=most(5.0))


def whole_texts(kinds: dict[str, list[str]], rng: random.Random) -> Iterator[Figure]:
    for kind, lines in kinds.items():
        text = "\n".join(lines)
        parsed = parse(text)
        print(f"{len(lines)} lines, {kind}; {len(parsed.errors)} errors")
        cold = 1e3 * median_ms(lambda text=text: parse(text), first=forget) / LINES
        yield Figure(f"{kind}: whole parse, nothing kept, a line", cold, "us", target=most(10.0))
        yield from of_keystrokes(f"{kind}: keystroke to diagnostics", keystrokes(list(lines), rng))
        compiling = median_ms(lambda program=parsed: compile_program(program))
        yield Figure(f"{kind}: compile", compiling, "ms")
        yield Figure(f"{kind}: format", median_ms(lambda text=text: format_program(text), 3), "ms")


def figures(seed: int) -> Iterator[Figure]:
    yield from endless_loops()
    rng = random.Random(seed)
    kinds = {"plain": program(rng), "with blocks": structured(rng), "all wrong": all_wrong(rng)}
    yield from whole_texts(kinds, rng)
    try:
        for kind, lines in kinds.items():
            times = asyncio.run(served(list(lines), rng))
            yield from of_keystrokes(f"{kind}: keystroke, language server", times)
    except ModuleNotFoundError:
        print("keystroke through the language server: pygls is not installed")


if __name__ == "__main__":
    options = arguments(__doc__).parse_args()
    show(figures(options.seed), options)
