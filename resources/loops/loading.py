"""Machine code from a room's bitcode, by llvmlite: see `resources.loops`."""

import contextlib
import ctypes
import importlib.util
import struct
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from resources.loops.stamp import Stamp, bitcode_path, digest, edited_sources, read_stamp
from resources.loops.store import keep, kept

Entry = Callable[[int], int]
"""Machine code of a loop: takes the address of a row of words, see `kinds`."""

C_FUNCTIONS = (
    *("memset", "memcpy", "memmove", "sin", "cos", "tan", "asin", "acos", "atan", "atan2"),
    *("hypot", "fmod", "pow", "exp", "log"),
)
"""Functions of the C library that loops may call."""

_loaded: dict[str, Mapping[str, Entry]] = {}
_loading = threading.Lock()


class NotLoadedError(Exception):
    """Machine code cannot be had; the message says why."""


def entry_name(room: str, loop: str) -> str:
    """The name of a loop in the bitcode."""
    return f"cellwright_{room}_{loop}"


def machine_code(room: str) -> Mapping[str, Entry]:
    """The machine code of a room's loops by their names.

    Empty where machine code cannot be had; one line on stderr then says why, once.
    """
    found = _loaded.get(room)
    if found is not None:
        return found
    with _loading:
        if room not in _loaded:
            _loaded[room] = _loaded_or_none(room)
        return _loaded[room]


def is_loaded(room: str) -> bool:
    """Whether the machine code of a room has been asked for and is there, or cannot be had."""
    return room in _loaded


def load_ahead(room: str) -> None:
    """Starts to load the machine code of a room in a thread of its own.

    The first question for it then waits only for what is left. A window calls this when it starts:
    on a new machine loading takes a third of a second, in which it would not answer.
    """
    threading.Thread(target=machine_code, args=(room,), daemon=True).start()


def _loaded_or_none(room: str) -> Mapping[str, Entry]:
    try:
        place = _folder(room)
        stamp = _checked_stamp(place)
        return _entries(room, stamp.loops, bitcode_path(place).read_bytes())
    except (NotLoadedError, OSError, ValueError, RuntimeError, ImportError) as fault:
        if sys.stderr is not None:
            reason = " ".join(str(fault).split())
            text = f"the fast loops of {room} cannot be used ({reason}); slower ones are"
            print(f"cellwright: {text}", file=sys.stderr)
        return {}


def _folder(room: str) -> Path:
    spec = importlib.util.find_spec(room)
    if spec is None or spec.origin is None:
        raise NotLoadedError(f"there is no package {room}")
    return Path(spec.origin).parent


def _checked_stamp(place: Path) -> Stamp:
    stamp = read_stamp(place)
    if digest(bitcode_path(place).read_bytes()) != stamp.bitcode:
        raise NotLoadedError("loops.bc does not belong to loops.json")
    edited = edited_sources(place, stamp)
    if edited:
        raise NotLoadedError(f"{', '.join(edited)} changed since `make loops`")
    return stamp


def _entries(room: str, loops: list[str], bitcode: bytes) -> Mapping[str, Entry]:
    if struct.calcsize("P") != 8:
        raise NotLoadedError("this Python has no 64-bit addresses")
    from llvmlite import binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine, target = _machine(llvm)
    key = digest(repr((target, llvm.llvm_version_info)).encode() + bitcode)[:32]
    code = kept(key)
    if code is None:
        module = llvm.parse_bitcode(bitcode)
        module.triple = machine.triple
        module.data_layout = str(machine.target_data)
        code = machine.emit_object(module)
        keep(key, code)
    _announce_c_functions(llvm)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
    addresses = {loop: engine.get_function_address(entry_name(room, loop)) for loop in loops}
    # Machine code is never freed: a thread may still run it while the process ends.
    engine.detach()
    missing = [loop for loop, address in addresses.items() if not address]
    if missing:
        raise NotLoadedError(f"loops.bc has no {', '.join(missing)}")
    return {loop: call(address) for loop, address in addresses.items()}


def _machine(llvm: Any) -> tuple[Any, tuple[object, ...]]:
    """The processor of this machine as a target, and the values that identify it."""
    triple = llvm.get_process_triple()
    cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    # As in numba: memory for code may lie too far from the C library for short jumps.
    reloc = "static" if triple.startswith(("x86_64", "i386")) else "default"
    made = llvm.Target.from_triple(triple).create_target_machine(
        cpu=cpu, features=features, opt=3, reloc=reloc, codemodel="jitdefault", jit=True
    )
    return made, (triple, cpu, features, reloc)


def _announce_c_functions(llvm: Any) -> None:
    """Tells the linker the addresses of C functions: not every system lets it look them up."""
    names = ("ucrtbase", "msvcrt") if sys.platform == "win32" else (None, "libm.so.6")
    libraries = []
    for name in names:
        with contextlib.suppress(OSError):  # the library has another name on this system
            libraries.append(ctypes.CDLL(name))
    for name in C_FUNCTIONS:
        found = [getattr(library, name, None) for library in libraries]
        function = next((each for each in found if each is not None), None)
        if function is not None:
            llvm.add_symbol(name, ctypes.cast(function, ctypes.c_void_p).value)
    if sys.platform == "win32":
        # Microsoft's compiler demands this mark of every program that computes in floating point.
        mark = ctypes.c_int(1)
        _marks.append(mark)
        llvm.add_symbol("_fltused", ctypes.addressof(mark))


_marks: list[ctypes.c_int] = []
