"""Makes the bitcode of rooms from their kernels; numba is needed here, and here only.

    python -m resources.loops.export [ROOM ...]      (what `make loops` does, for all rooms)

Numba translates each loop behind an entry that takes the address of a row of words (see `kinds`).
The entry makes arrays of the addresses that own nothing, so all counting of references, more than
half of the time of numba's own calls, falls away once functions are joined. All entries of a room
become one module in which every function exists once, optimised for no processor in particular
and without vectors: no result depends on the processor. The same sources, numba and llvmlite give
the same bytes.
"""

import ast
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any
from unittest.mock import patch

import llvmlite
import numba
import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba.core import cgutils, codegen, config, types
from numba.extending import intrinsic

from resources.loops.kinds import Kinds
from resources.loops.loading import C_FUNCTIONS, entry_name
from resources.loops.loop import FAILED, Loop
from resources.loops.stamp import (
    Stamp,
    bitcode_path,
    digest,
    source_digest,
    stamp_path,
    write_stamp,
)

ENDING = "_kernel"
_FILES = f"*{ENDING}.py"
_TRIPLE = "x86_64-unknown-linux-gnu"  # the loader replaces it by that of its own machine
_PROCESSOR = "x86-64"  # what all processors of the kind can do
# The second round uses constants that the first has found, and halves the time of the loops.
_ROUNDS = 2


def main(rooms: list[str]) -> int:
    """Writes the loops of the rooms named, or of all that have loops; gives the exit code.

    Each of several rooms gets a process of its own: numba numbers what it makes by what it has made
    before, and the same sources have to give the same bytes.
    """
    asked = rooms or rooms_with_loops()
    if len(asked) > 1:
        command = [sys.executable, "-m", "resources.loops.export"]
        return max(subprocess.run([*command, room], check=False).returncode for room in asked)
    for room in asked:
        place = write_loops(room)
        sizes = ", ".join(f"{p.name} {p.stat().st_size}" for p in (place, stamp_path(place.parent)))
        print(f"{room}: {sizes} bytes")
    return 0


def rooms_with_loops() -> list[str]:
    """The packages beside this one that mark a function as shipped."""
    packages = [path.parent for path in Path(__file__).parents[2].glob("*/__init__.py")]
    return sorted(package.name for package in packages if any(map(_marks, package.rglob(_FILES))))


def _marks(path: Path) -> bool:
    return "\n@shipped(" in path.read_text(encoding="utf-8")


def write_loops(room: str) -> Path:
    """Writes the bitcode of a room and its stamp; gives the path of the bitcode."""
    place = room_folder(room)
    loops = loops_of(room)
    bitcode = bitcode_of(loops)
    sources = {name_in(place, path): source_digest(path) for path in sources_of(room)}
    names = sorted(loop.name for loop in loops)
    bitcode_path(place).write_bytes(bitcode)
    write_stamp(place, Stamp(digest(bitcode), sources, names, maker()))
    return bitcode_path(place)


def maker() -> dict[str, str]:
    """The tools that make the bitcode, and so decide about its bytes together with the sources."""
    own = b"".join(Path(__file__).with_name(n).read_bytes() for n in ("export.py", "kinds.py"))
    return {
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "exporter": digest(own.replace(b"\r\n", b"\n"))[:16],
    }


def room_folder(room: str) -> Path:
    """The folder of a package, by its dotted name."""
    return _file_of(room).parent


def _file_of(module: str) -> Path:
    file = importlib.import_module(module).__file__
    assert file is not None
    return Path(file)


def kernels_of(room: str) -> list[str]:
    """Names of the modules of a room that hold loops."""
    package = importlib.import_module(room)
    found = pkgutil.walk_packages(package.__path__, f"{room}.")
    return sorted(module.name for module in found if module.name.endswith(ENDING))


def loops_of(room: str) -> list[Loop]:
    """The loops of a room sorted by name. Raises ValueError where two have the same name."""
    modules = [importlib.import_module(name) for name in kernels_of(room)]
    values = [(module.__name__, value) for module in modules for value in vars(module).values()]
    loops = [v for name, v in values if isinstance(v, Loop) and v.python.__module__ == name]
    twice = [name for name, count in Counter(loop.name for loop in loops).items() if count > 1]
    if twice:
        raise ValueError(f"several loops of {room} are called {', '.join(twice)}")
    return sorted(loops, key=lambda loop: loop.name)


def sources_of(room: str) -> list[Path]:
    """The kernels of a room and what they import, directly or not: modules of the room, and kernels
    of lower rooms with their own imports."""
    pending, found = kernels_of(room), dict[str, Path]()
    while pending:
        name = pending.pop()
        if name in found:
            continue
        found[name] = _file_of(name)
        pending += _imports(found[name], name.partition(".")[0])
    return [found[name] for name in sorted(found)]


def _imports(path: Path, room: str) -> list[str]:
    """The modules of its room, and the kernels of others, from which a source of loops takes
    names."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        whole = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
        if module == room or any(name.partition(".")[0] == room for name in whole):
            raise ValueError(f"{path.name}: write `from {room}.module import name`")
        if module.startswith(f"{room}.") or module.endswith(ENDING):
            found.append(module)
    return found


def name_in(place: Path, path: Path) -> str:
    """The name of a source in a room's stamp: its path seen from the room's folder."""
    return Path(os.path.relpath(path, place)).as_posix()


def bitcode_of(loops: list[Loop]) -> bytes:
    """One module with an entry for each loop, optimised."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    module: Any = None
    text = ""
    with _light_numba():
        known: dict[FunctionType, Any] = {}
        for loop in loops:
            symbol, own = _translated(loop, known)
            text += _ENTRY.format(name=entry_name(loop.room, loop.name), symbol=symbol)
            if module is None:
                module = own
            else:
                module.link_in(own)
    module = llvm.parse_assembly(_with_plain_calls(str(module) + text))
    module.name = "loops"
    _hide(module, {entry_name(loop.room, loop.name) for loop in loops})
    _optimise(module)
    module.verify()
    outside = {f.name for f in module.functions if f.is_declaration}
    strange = {n for n in outside if not n.startswith("llvm.")} - set(C_FUNCTIONS)
    if strange:
        raise ValueError(f"loops call what is not there on every machine: {', '.join(strange)}")
    content: bytes = module.as_bitcode()
    return content


@contextmanager
def _light_numba() -> Iterator[None]:
    """Numba without steps whose result is not used: optimising for this processor, machine code.

    Numba also improves each function on its own, by what it knows of a processor: the one that is
    named here, or the bytes would depend on the machine that makes them.
    """
    libraries = codegen.CPUCodeLibrary, codegen.JITCodeLibrary
    with (
        patch.object(config, "CPU_NAME", _PROCESSOR),
        patch.object(config, "CPU_FEATURES", ""),
        patch.object(libraries[0], "_optimize_final_module", lambda library: None),
        patch.object(libraries[1], "_finalize_specific", lambda library: None),
    ):
        yield


def _translated(loop: Loop, known: dict[FunctionType, Any]) -> tuple[str, Any]:
    """The name of the function that numba made of the entry of a loop, and its module."""
    made = numba.cfunc("int64(CPointer(int64))", nopython=True, error_model="numpy")(
        _entry(loop, _for_numba(loop.python, known))
    )
    module = made._library._final_module.clone()
    wrapper = made._wrapper_name
    bodies = [f.name for f in module.functions if not f.is_declaration and _is_entry(f.name)]
    inner = [name for name in bodies if name != wrapper]
    if len(inner) != 1:
        raise ValueError(f"numba of this version hides the entry of {loop.name}: {bodies}")
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = {wrapper: "internal", inner[0]: "external"}.get(
                function.name, "linkonce_odr"
            )
    return inner[0], module


def _is_entry(symbol: str) -> bool:
    return "5entry" in symbol and not symbol.startswith(("cpython.", "cfunc."))


def _for_numba(function: Any, known: dict[FunctionType, Any]) -> Any:
    """A function in numba's form; the functions of kernels that it calls have that form too."""
    if function in known:
        return known[function]
    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        value = names.get(name)
        value = value.python if isinstance(value, Loop) else value
        if isinstance(value, FunctionType) and value.__module__.endswith(ENDING):
            names[name] = _for_numba(value, known)
    own = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    own.__module__, own.__qualname__ = function.__module__, function.__qualname__
    known[function] = numba.njit(error_model="numpy")(own)
    return known[function]


def _entry(loop: Loop, translated: Any) -> Callable[..., Any]:
    """A function that takes the address of a row of words and calls the loop."""
    lines: list[str] = []
    words = iter(range(10**6))
    values = [_rebuilt(kinds, words, lines) for kinds in loop.kinds.values()]
    body = "\n".join([*lines, f"    return whole(loop({', '.join(values)}))"])
    names = {
        "array_at": numba.carray,
        "address": _address,
        "real": _real,
        "whole": _whole,
        "loop": translated,
        "np": np,
    }
    exec(f"def entry(row):\n{body}\n", names)
    made: Callable[..., Any] = names["entry"]
    return made


def _rebuilt(kinds: Kinds, words: Iterator[int], lines: list[str]) -> str:
    """An expression for a value of these kinds, from the next words of the row."""
    if isinstance(kinds, tuple):
        return "(" + "".join(f"{_rebuilt(kind, words, lines)}, " for kind in kinds) + ")"
    first = next(words)
    if kinds.dimensions:
        shape = "".join(f"row[{next(words)}], " for _ in range(kinds.dimensions))
        where = f"address(row[{first}])"
        lines.append(f"    a{first} = array_at({where}, ({shape}), np.{_NAMES[kinds.dtype]})")
        return f"a{first}"
    return {"float64": f"real(row[{first}])", "int64": f"row[{first}]"}.get(
        kinds.dtype, f"(row[{first}] != 0)"
    )


_NAMES = {"float64": "float64", "int64": "int64", "bool": "bool_"}


@intrinsic
def _address(typing_context: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(types.int64), code


@intrinsic
def _real(typing_context: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), code


@intrinsic
def _whole(typing_context: Any, result: Any) -> Any:
    """The result of a loop: a whole number, 0 for none."""
    if not (result == types.none or isinstance(result, types.Integer)):
        raise TypeError(f"a loop returns a whole number or nothing, not {result}")

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if result == types.none:
            return context.get_constant(types.int64, 0)
        return context.cast(builder, arguments[0], result, types.int64)

    return types.int64(result), code


# Numba's functions put their result behind the first pointer, an error behind the second, and
# return a status that is above 0 for an error.
_ENTRY = f"""
define i64 @{{name}}(ptr %row) {{{{
  %result = alloca i64
  %error = alloca ptr
  store i64 0, ptr %result
  store ptr null, ptr %error
  %status = call i32 @{{symbol}}(ptr %result, ptr %error, ptr %row)
  %fine = icmp sle i32 %status, 0
  %value = load i64, ptr %result
  %given = select i1 %fine, i64 %value, i64 {FAILED}
  ret i64 %given
}}}}
"""


def _with_plain_calls(text: str) -> str:
    """The text of a module without calls that only numba's own library can answer.

    Square roots become instructions. The end of a reference count is never reached, as arrays own
    nothing.
    """
    text = re.sub(r"declare double @sqrt\([^\n]*\n", "", text)
    text = text.replace("@sqrt(", "@llvm.sqrt.f64(")
    end = "define internal void @NRT_MemInfo_call_dtor(ptr %p) { unreachable }\n"
    return re.sub(r"declare [^\n]*@NRT_MemInfo_call_dtor\([^\n]*\n", end, text)


def _hide(module: Any, entries: set[str]) -> None:
    """Hides all functions and variables of a module from outside, except the entries."""
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in entries:
            each.linkage = "internal"


def _optimise(module: Any) -> None:
    machine = llvm.Target.from_triple(_TRIPLE).create_target_machine(
        cpu=_PROCESSOR, features="", opt=3
    )
    options = llvm.PipelineTuningOptions(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    for _ in range(_ROUNDS):
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
    inner = [f for f in module.functions if not f.is_declaration and f.linkage.name == "internal"]
    for number, function in enumerate(inner):
        function.name = f"f{number}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
