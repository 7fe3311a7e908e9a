"""Loops shipped as bitcode: made, loaded, checked before each call, and refused when in doubt."""

import importlib
import json
import os
import re
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path
from threading import current_thread
from threading import enumerate as enumerate_threads

import numpy as np
import pytest

from resources.loops import (
    FLAG,
    REAL,
    WHOLE,
    Loop,
    block_of,
    flags,
    load_ahead,
    reals,
    wholes,
    written,
)
from resources.loops import loading as loading_module
from resources.loops.kinds import lay_out
from resources.loops.loading import machine_code
from resources.loops.stamp import bitcode_path, digest, edited_sources, read_stamp, write_stamp

TOP = Path(__file__).parents[2]
ROOMS = sorted(path.parent.name for path in TOP.glob("*/loops.json"))
# What numba would take for the processor of the machine; this one has vectors of 512 bits.
OTHER_PROCESSOR = {
    "NUMBA_CPU_NAME": "skylake-avx512",
    "NUMBA_CPU_FEATURES": "+avx512f,+avx2,+fma",
}
KERNEL = """
    from math import atan2, sqrt

    import numpy as np

    from {room}.figures import LIMIT
    from resources.loops import FLAG, REAL, WHOLE, reals, shipped, wholes, written


    def length(x, y):
        return sqrt(x * x + y * y)


    @shipped(points=reals(2), turn=(REAL, FLAG), most=WHOLE, found=written(wholes(1), reals(1)))
    def find_far(points, turn, most, found):
        places, angles = found
        count = 0
        for k in range(len(points)):
            if length(points[k, 0], points[k, 1]) > LIMIT and count < most:
                places[count] = k
                angle = atan2(points[k, 1], points[k, 0]) + turn[0]
                angles[count] = -angle if turn[1] else angle
                count += 1
        return count


    @shipped(values=written(reals(1)))
    def halve(values):
        for k in range(len(values)):
            if values[k] < 0.0:
                raise ValueError
            values[k] *= 0.5
"""


@pytest.fixture(autouse=True)
def cache_folder(tmp_path, monkeypatch):
    """A user's cache folder of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "cellwright"


@pytest.fixture(scope="module")
def toy(tmp_path_factory):
    """A room with two loops, made as `make loops` makes them."""
    pytest.importorskip("numba")
    from resources.loops.export import write_loops

    top = tmp_path_factory.mktemp("rooms")
    room = top / "toy_room"
    room.mkdir()
    (room / "__init__.py").write_text("", encoding="utf-8")
    (room / "figures.py").write_text("LIMIT = 3.0\n", encoding="utf-8")
    kernel = textwrap.dedent(KERNEL).format(room="toy_room")
    (room / "far_kernel.py").write_text(kernel, encoding="utf-8")
    sys.path.insert(0, str(top))
    write_loops("toy_room")
    yield importlib.import_module("toy_room.far_kernel")
    sys.path.remove(str(top))
    for name in [name for name in sys.modules if name.startswith("toy_room")]:
        del sys.modules[name]


@pytest.fixture
def room(toy, monkeypatch):
    """The folder of the toy room, nothing of it loaded; put back as it was in the end."""
    monkeypatch.setattr(loading_module, "_loaded", {})
    folder = Path(toy.__file__).parent
    kept = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    yield folder
    for path, content in kept.items():
        path.write_bytes(content)


def far(loop):
    """The answer of the first loop to one question."""
    points = np.array([[1.0, 2.0], [3.0, 4.0], [-6.0, 8.0], [5.0, -12.0]])
    places, angles = np.zeros(4, dtype=np.int64), np.zeros(4)
    count = loop(points, (0.25, True), 2, (places, angles))
    return count, places.tolist(), angles.tobytes()


def test_every_room_with_loops_ships_them():
    pytest.importorskip("numba")
    from resources.loops.export import rooms_with_loops

    assert rooms_with_loops() == ROOMS, "run `make loops`"


@pytest.mark.parametrize("name", ROOMS)
def test_the_shipped_loops_are_made_from_the_sources_as_they_are(name):
    stamp = read_stamp(TOP / name)
    assert edited_sources(TOP / name, stamp) == [], "run `make loops`"
    assert digest(bitcode_path(TOP / name).read_bytes()) == stamp.bitcode
    assert set(machine_code(name)) == set(stamp.loops)


@pytest.mark.parametrize("name", ROOMS)
def test_the_stamp_names_every_source_and_what_made_the_bitcode(name):
    pytest.importorskip("numba")
    from resources.loops.export import loops_of, maker, name_in, sources_of

    stamp, today = read_stamp(TOP / name), maker()
    paths = [name_in(TOP / name, path) for path in sources_of(name)]
    assert sorted(stamp.sources) == sorted(paths)
    assert stamp.loops == [loop.name for loop in loops_of(name)]
    if all(stamp.maker[peer] == today[peer] for peer in ("numba", "llvmlite")):
        assert stamp.maker == today, "the exporter changed: run `make loops`"


def test_loops_that_call_kernels_of_lower_rooms_name_these_as_their_sources():
    assert "../geometry/loops/gjk_kernel.py" in read_stamp(TOP / "scenes").sources
    assert "../kinematics/loops/chain_kernel.py" in read_stamp(TOP / "scenes").sources


@pytest.mark.parametrize("name", ROOMS)
def test_the_oldest_llvmlite_that_may_be_installed_can_read_the_bitcode(name):
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (oldest,) = re.findall(r"llvmlite>=([\d.]+)", " ".join(project["dependencies"]))
    assert read_stamp(TOP / name).maker["llvmlite"].startswith(oldest)


@pytest.mark.oracle
@pytest.mark.timeout(1200)  # numba translates all loops of a room
@pytest.mark.parametrize(
    ("name", "processor"),
    [*((name, {}) for name in ROOMS), *((name, OTHER_PROCESSOR) for name in ROOMS[:1])],
)
def test_the_same_sources_give_the_same_bytes_on_any_processor(name, processor, request):
    if "oracle" not in request.config.getoption("markexpr"):
        pytest.skip("takes half a minute: make test-oracles")
    pytest.importorskip("numba")
    from resources.loops.export import maker

    stamp = read_stamp(TOP / name)
    if stamp.maker != maker():
        pytest.skip("the bitcode was made by other versions")
    # In a process of its own: numba numbers what it makes by what it has made before.
    code = (
        "import sys; from resources.loops.export import bitcode_of, loops_of; "
        "from resources.loops.stamp import digest; print(digest(bitcode_of(loops_of(sys.argv[1]))))"
    )
    made = subprocess.run(
        [sys.executable, "-c", code, name],
        cwd=TOP,
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | processor,
    )
    assert made.stdout.split()[-1] == stamp.bitcode


@pytest.mark.parametrize("name", ROOMS)
def test_no_operation_may_be_reordered_or_contracted_on_any_processor(name):
    from llvmlite import binding as llvm

    text = str(llvm.parse_bitcode(bitcode_path(TOP / name).read_bytes()))
    assert len(re.findall(r"= f(add|sub|mul|div) ", text)) > 100
    loose = "fast|reassoc|contract|afn|arcp|nnan|ninf|nsz"
    assert re.findall(rf"\b(?:{loose})\b .*(?:double|float)", text) == []
    assert re.findall(r"llvm\.fma|llvm\.fmuladd|unsafe-fp-math|target-cpu|denormal-fp", text) == []
    assert re.findall(r"<\d+ x \w+>", text) == [], "vectors add up in another order"


@pytest.mark.parametrize("name", ROOMS)
def test_the_bitcode_tells_nothing_of_who_made_it(name):
    content = bitcode_path(TOP / name).read_bytes()
    assert str(Path.home()).encode() not in content and b"site-packages" not in content


def test_machine_code_and_source_give_the_same(room, toy, capsys):
    assert toy.find_far.is_ready
    assert far(toy.find_far) == far(toy.find_far.python)
    assert far(toy.find_far)[:2] == (2, [1, 2, 0, 0])
    assert capsys.readouterr().err == ""


def test_a_loop_that_ends_with_an_error_says_so(room, toy):
    values = np.array([4.0, 2.0])
    assert toy.halve(values) == 0
    assert values.tolist() == [2.0, 1.0]
    with pytest.raises(RuntimeError, match=r"toy_room\.halve"):
        toy.halve(np.array([1.0, -1.0]))


def reason_after(change, toy, capsys):
    """What is said on stderr after a change of the files; the source must answer as before."""
    change()
    assert not toy.find_far.is_ready
    assert far(toy.find_far) == far(toy.find_far.python)
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_an_edited_source_never_meets_old_machine_code(room, toy, capsys):
    def edit():
        (room / "figures.py").write_text("LIMIT = 4.0\n", encoding="utf-8")

    line = reason_after(edit, toy, capsys)
    assert "figures.py" in line and "make loops" in line


def test_ends_of_lines_of_a_checkout_are_no_edit(room, toy):
    kernel = room / "far_kernel.py"
    kernel.write_bytes(kernel.read_bytes().replace(b"\n", b"\r\n"))
    assert toy.find_far.is_ready


def test_bitcode_that_cannot_be_read_is_left_alone(room, toy, capsys):
    def spoil():
        bitcode_path(room).write_bytes(b"BC\xc0\xdeof a later version")
        stamp = json.loads((room / "loops.json").read_text(encoding="utf-8"))
        stamp["bitcode"] = digest(bitcode_path(room).read_bytes())
        (room / "loops.json").write_text(json.dumps(stamp), encoding="utf-8")

    assert "toy_room" in reason_after(spoil, toy, capsys)


@pytest.mark.parametrize("missing", ["loops.bc", "loops.json"])
def test_missing_bitcode_is_named(room, toy, capsys, missing):
    assert missing in reason_after((room / missing).unlink, toy, capsys)


def test_bitcode_of_another_stamp_is_not_used(room, toy, capsys):
    def mix():
        stamp = read_stamp(room)
        write_stamp(room, type(stamp)("0" * 64, stamp.sources, stamp.loops, stamp.maker))

    assert "does not belong" in reason_after(mix, toy, capsys)


def test_machine_code_is_kept_and_made_anew_where_it_is_not_whole(room, toy, cache_folder):
    expected = far(toy.find_far)
    (file,) = cache_folder.iterdir()
    whole = file.read_bytes()
    for content in (whole[:-100], b"", whole[:40] + b"\0" + whole[41:]):
        file.write_bytes(content)
        loading_module._loaded.clear()
        assert far(toy.find_far) == expected
        assert file.read_bytes() == whole
    assert list(cache_folder.iterdir()) == [file]


def test_a_cache_folder_that_cannot_be_written_costs_time_only(room, toy, cache_folder, capsys):
    cache_folder.parent.mkdir()
    cache_folder.write_text("a file where the folder should be", encoding="utf-8")
    assert far(toy.find_far) == far(toy.find_far.python)
    assert toy.find_far.is_ready
    assert capsys.readouterr().err == ""


def test_processes_that_start_at_once_on_an_empty_folder_agree(room, toy, cache_folder):
    code = "from toy_room.far_kernel import halve; import numpy as np; v = np.array([3.0]); "
    code += "print(halve.is_ready, halve(v), v.tolist())"
    around = {**os.environ, "PYTHONPATH": os.pathsep.join([str(room.parent), str(TOP)])}
    words = [sys.executable, "-c", code]
    started = [
        subprocess.Popen(words, env=around, stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    assert [process.communicate()[0].strip() for process in started] == ["True 0 [1.5]"] * 3
    assert [file.suffix for file in cache_folder.iterdir()] == [".o"]


ODD = np.zeros((4, 4))[:, ::2]
READ_ONLY = np.zeros(3)
READ_ONLY.flags.writeable = False


@pytest.mark.parametrize(
    ("kinds", "value", "wrong"),
    [
        (reals(1), np.zeros(3, dtype=np.float32), "array of float32"),
        (reals(1), np.zeros(3, dtype=">f8"), "array of >f8"),
        (reals(2), np.zeros(3), "1 dimensions"),
        (reals(1), [0.0], "not list"),
        (wholes(1), np.zeros(3, dtype=np.int32), "array of int32"),
        (flags(1), np.zeros(3, dtype=np.int64), "array of int64"),
        (written(reals(2)), ODD, "C order"),
        (written(reals(1)), READ_ONLY, "written"),
        (WHOLE, 1.5, "not float"),
        (WHOLE, "1", "not str"),
        (REAL, None, "not NoneType"),
        (FLAG, 1, "not int"),
        ((REAL, WHOLE), (1.0,), "tuple of 2"),
        ((REAL, (WHOLE, reals(1))), (1.0, (1, 2)), r"x\[1\]\[1\]"),
        (reals(1), block_of(reals(2), np.zeros((1, 1))), "block"),
    ],
)
def test_an_argument_of_another_kind_is_refused_before_its_address_is_read(kinds, value, wrong):
    with pytest.raises(TypeError, match=wrong):
        lay_out(kinds, value, "x", [], [])


def test_what_is_only_read_is_copied_into_order():
    words, alive = [], []
    lay_out(reals(2), ODD, "x", words, alive)
    assert words[1:] == [4, 2] and words[0] == alive[0].ctypes.data
    assert alive[0].flags.c_contiguous and words[0] != ODD.ctypes.data


def test_kinds_must_be_given_of_all_arguments():
    def loop(a, b): ...

    with pytest.raises(TypeError, match="kinds are given"):
        Loop(loop, {"a": REAL})


def test_a_call_with_too_few_arguments_is_refused(room, toy):
    with pytest.raises(ValueError):
        toy.halve()


def test_a_room_is_loaded_ahead_in_another_thread(monkeypatch):
    asked = []
    monkeypatch.setattr(
        loading_module, "machine_code", lambda room: asked.append((room, current_thread()))
    )
    before = set(enumerate_threads())
    load_ahead("kinematics")
    for thread in set(enumerate_threads()) - before:
        thread.join(10.0)
    [(room, thread)] = asked
    assert room == "kinematics"
    assert thread is not current_thread()
