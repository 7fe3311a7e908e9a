"""Long programs in the languages of robot makers: motions, flow, signals, values and remarks.

Each program has about as many lines as asked for, and each of its lines is one that pendants and
offline systems write. A seed fixes a program.
"""

import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from scenes import load_robot
from scenes.files.robots.robot_writer import robot_text
from scenes.makers.staubli.val3_files import data_text, program_text, variable_text
from scenes.world.robot import Robot

# Robot files whose controllers read each language; the facts for `as` are made up.
ARMS = {
    "krl": "kuka_kr6_r900_2",
    "rapid": "abb_irb120",
    "as": "staubli_rx160",
    "urscript": "ur5e",
    "ls": "fanuc_lrmate200id",
    "jbi": "yaskawa_gp8",
    "val3": "staubli_tx2_60",
}
AS_FACTS = """controller:
  language: as
  sign: [1, -1, 1, -1, 1, 1]
  zero: [90, 0, -90, 0, 10, 0]
  source: a benchmark
"""
SUFFIXES = {
    "krl": "src",
    "rapid": "mod",
    "as": "as",
    "urscript": "script",
    "ls": "ls",
    "jbi": "jbi",
    "val3": "pgx",
}
VAL3_POINTS = 500


@cache
def arm_of(language: str) -> Robot:
    """An arm whose controller reads a language."""
    robot = load_robot(ARMS[language])
    if language != "as":
        return robot
    text = robot_text(replace(robot, controller=None))
    text = text.replace("mechanism:", f"{AS_FACTS}mechanism:", 1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "arm.robot.yaml"
        path.write_text(text, encoding="utf-8")
        return load_robot(path)


def _place(rng: random.Random) -> tuple[float, float, float]:
    """X, Y, Z within reach of a small arm, mm."""
    return rng.uniform(350, 550), rng.uniform(-200, 200), rng.uniform(150, 450)


def _joints(rng: random.Random, near: list[float]) -> list[float]:
    """Joint values near some others, degrees."""
    return [value + rng.uniform(-10, 10) for value in near]


def krl(rng: random.Random, lines: int) -> list[str]:
    """Programs with loops, conditions, lines, joint motions, outputs and waits."""

    def block(i: int) -> Iterator[str]:
        x, y, z = _place(rng)
        a = _joints(rng, [0, -90, 90, 0, 60, 0])
        axes = ",".join(f"A{n} {value:.3f}" for n, value in enumerate(a, start=1))
        yield f"; part {i}"
        yield f"PTP {{{axes}}} C_PTP"
        yield f"$VEL.CP={rng.uniform(0.05, 1.5):.3f}"
        yield f"LIN {{X {x:.3f},Y {y:.3f},Z {z:.3f},A 0,B 180,C 0}} C_DIS"
        yield f"LIN {{X {x:.3f},Y {y:.3f},Z {z - 50:.3f},A 0,B 180,C 0}}"
        yield f"$OUT[{i % 16 + 1}]={rng.choice(['TRUE', 'FALSE'])}"
        yield f"WAIT SEC {rng.uniform(0, 2):.2f}"
        yield f"IF COUNT>{rng.randrange(99)} THEN"
        yield f"  COUNT=COUNT+{rng.randrange(1, 9)}*2"
        yield "ENDIF"
        yield f"FOR I=1 TO {rng.randrange(2, 9)}"
        yield f"  LIN_REL {{Z {rng.uniform(1, 30):.2f}}}"
        yield "ENDFOR"
        yield f"WAIT FOR $IN[{i % 16 + 20}]"

    head = ["&ACCESS RVP", "DEF WELD( )", "DECL INT COUNT", "DECL INT I", "BAS(#INITMOV,0)"]
    head += ["$BASE=$NULLFRAME", "$TOOL={X 0,Y 0,Z 142,A 0,B 0,C 0}", "COUNT=0"]
    head += ["PTP {A1 0,A2 -90,A3 90,A4 0,A5 60,A6 0}", "$APO.CDIS=5"]
    return _filled(head, block, ["END"], lines)


def rapid(rng: random.Random, lines: int) -> list[str]:
    """Modules with points of their own, motions to them and to literal places, and flow."""
    none, down = "[9E9,9E9,9E9,9E9,9E9,9E9]", "[0,0,1,0]"
    body = lines * 9 // 10
    names = [f"p{i}" for i in range(lines - body)]

    def target() -> str:
        x, y, z = _place(rng)
        # The quarters in which axes 1 and 6 are where the arm turns to this side.
        conf = "[0,0,0,0]" if y > 0 else "[-1,0,-1,0]"
        return f"[[{x:.3f},{y:.3f},{z:.3f}],{down},{conf},{none}]"

    def block(i: int) -> Iterator[str]:
        yield f"! part {i}"
        yield f"MoveJ {rng.choice(names)},v{rng.choice([100, 200, 500])},z10,grip;"
        yield f"MoveL {target()},v{rng.choice([50, 100])},fine,grip;"
        yield f"MoveL Offs({rng.choice(names)},0,0,{rng.uniform(1, 99):.2f}),v200,z1,grip;"
        yield f"SetDO do{i % 16 + 1},{rng.randrange(2)};"
        yield f"WaitTime {rng.uniform(0, 2):.2f};"
        yield f"IF count>{rng.randrange(99)} THEN"
        yield f"count:=count+{rng.randrange(1, 9)}*2;"
        yield "ENDIF"
        yield f"FOR i FROM 1 TO {rng.randrange(2, 9)} DO"
        yield f"MoveL RelTool({rng.choice(names)},0,0,-{rng.uniform(1, 30):.2f}),v50,fine,grip;"
        yield "ENDFOR"
        yield f"WaitDI di{i % 16 + 1},1;"

    head = ["MODULE weld", "PERS tooldata grip:=[TRUE,[[0,0,142],[1,0,0,0]],"]
    head += ["  [1,[0,0,50],[1,0,0,0],0,0,0]];", "VAR num count:=0;"]
    head += [f"CONST robtarget {name}:={target()};" for name in names]
    head += ["PROC main()", f"MoveAbsJ [[0,0,0,0,60,0],{none}],v100,fine,grip;"]
    return _filled(head, block, ["ENDPROC", "ENDMODULE"], lines)


def kawasaki(rng: random.Random, lines: int) -> list[str]:
    """A program with its locations in blocks behind it."""
    body = lines * 9 // 10
    points, joints = [f"p{i}" for i in range((lines - body) // 2)], [f"#j{i}" for i in range(9)]

    def block(i: int) -> Iterator[str]:
        yield f"  ; part {i}"
        yield f"  JMOVE {rng.choice(joints)}"
        yield f"  SPEED {rng.uniform(20, 500):.1f} MM/S"
        yield f"  LMOVE {rng.choice(points)}"
        yield f"  LAPPRO {rng.choice(points)},{rng.uniform(1, 99):.2f}"
        yield f"  DRAW {rng.uniform(-9, 9):.2f},0,{rng.uniform(0, 30):.2f}"
        yield f"  SIGNAL {rng.choice(['', '-'])}{i % 16 + 1}"
        yield f"  TWAIT {rng.uniform(0, 2):.2f}"
        yield f"  IF count>{rng.randrange(99)} THEN"
        yield f"    count = count+{rng.randrange(1, 9)}*2"
        yield "  END"
        yield f"  FOR i = 1 TO {rng.randrange(2, 9)}"
        yield f"    LMOVE SHIFT({rng.choice(points)} BY 0,0,{rng.uniform(1, 30):.2f})"
        yield "  END"
        yield f"  WAIT SIG({1001 + i % 16})"

    head = [".PROGRAM weld()", "  SPEED 80 ALWAYS", "  ACCURACY 5 ALWAYS", "  count = 0"]
    tail = [".END", ".JOINTS"]
    for name in joints:
        shown = " ".join(f"{v:.4f}" for v in _joints(rng, [0, 0, 90, 0, 90, 0]))
        tail.append(f"{name} {shown}")
    tail += [".END", ".TRANS"]
    for name in points:
        x, y, z = _place(rng)
        tail.append(f"{name} {x + 300:.4f} {y:.4f} {z:.4f} 0 180 0")
    return _filled(head, block, [*tail, ".END"], lines)


def urscript(rng: random.Random, lines: int) -> list[str]:
    """One function with motions to poses and joint values, flow, outputs and waits."""

    def block(i: int) -> Iterator[str]:
        x, y, z = (value / 1000 for value in _place(rng))
        q = [v / 57.2958 for v in _joints(rng, [0, -90, 90, -90, -90, 0])]
        pose = f"{-x:.5f},{y:.5f},{{}},0,3.1416,0"
        yield f"  # part {i}"
        yield f"  movej([{','.join(f'{v:.5f}' for v in q)}], a=1.4, v={rng.uniform(0.2, 1):.3f})"
        yield f"  movel(p[{pose.format(f'{z:.5f}')}], a=1.2, v=0.1, r=0.005)"
        yield f"  movel(p[{pose.format(f'{z - 0.05:.5f}')}], a=1.2, v={rng.uniform(0.05, 1):.3f})"
        yield f"  set_digital_out({i % 8}, {rng.choice(['True', 'False'])})"
        yield f"  sleep({rng.uniform(0, 2):.2f})"
        yield f"  if count > {rng.randrange(99)}:"
        yield f"    count = count + {rng.randrange(1, 9)} * 2"
        yield "  end"
        yield "  i = 0"
        yield f"  while i < {rng.randrange(2, 9)}:"
        yield "    i = i + 1"
        yield "  end"
        yield f'  textmsg("part {i}")'

    head = ["def weld():", "  set_tcp(p[0,0,0.142,0,0,0])", "  count = 0", "  i = 0"]
    head.append("  movej([0,-1.57,1.57,-1.57,-1.57,0], a=1.4, v=1.05)")
    return _filled(head, block, ["end"], lines)


def fanuc(rng: random.Random, lines: int) -> list[str]:
    """A program with numbered lines; a tenth of its lines are those of its points."""
    points = lines // 60

    def block(i: int) -> Iterator[str]:
        yield f"  !part {i}"
        yield f"J P[{rng.randrange(points) + 2}] {rng.randrange(5, 100)}% CNT50"
        yield f"L P[{rng.randrange(points) + 2}] {rng.randrange(20, 900)}mm/sec FINE"
        yield f"L P[{rng.randrange(points) + 2}] {rng.randrange(20, 900)}mm/sec CNT20"
        yield f"  DO[{i % 16 + 1}]={rng.choice(['ON', 'OFF'])}"
        yield f"  WAIT {rng.uniform(0, 2):.2f}(sec)"
        yield f"  IF R[1]>{rng.randrange(99)},JMP LBL[{i + 1}]"
        yield f"  R[1:count]=R[1:count]+{rng.randrange(1, 9)}"
        yield f"  LBL[{i + 1}]"
        yield f"  FOR R[2]=1 TO {rng.randrange(2, 9)}"
        yield f"  R[3]=R[2]*{rng.randrange(2, 9)}"
        yield "  ENDFOR"
        yield f"  WAIT DI[{i % 16 + 1}]=ON"

    start = ["  UFRAME_NUM=0", "  UTOOL_NUM=0", "J P[1] 100% FINE", "  R[1:count]=0"]
    codes = _filled(start, block, [], lines - 5 * points - 10)
    body = [f"{at:4}:{code} ;" for at, code in enumerate(codes, start=1)]
    tail = ["/POS", "P[1]{", "   GP1:", "\tUF : 0, UT : 0,"]
    tail += ["\tJ1= 0 deg, J2= 0 deg, J3= 0 deg, J4= 0 deg, J5= -90 deg, J6= 0 deg", "};"]
    for number in range(2, points + 2):
        x, y, z = _place(rng)
        tail += [f"P[{number}]{{", "   GP1:", "\tUF : 0, UT : 0, CONFIG : 'N U T, 0, 0, 0',"]
        tail.append(f"\tX = {x:.3f} mm, Y = {y:.3f} mm, Z = {z:.3f} mm,")
        tail += ["\tW = 180.000 deg, P = 0.000 deg, R = 0.000 deg };"]
    return ["/PROG  WELD", "/ATTR", "/MN", *body, *tail, "/END"]


def yaskawa(rng: random.Random, lines: int) -> list[str]:
    """A job with its points before its instructions, a tenth of the lines."""
    points = lines // 10

    def block(i: int) -> Iterator[str]:
        yield f"'part {i}"
        yield f"MOVJ C{rng.randrange(points):05} VJ={rng.uniform(5, 100):.2f} PL=1"
        yield f"MOVL C{rng.randrange(points):05} V={rng.uniform(5, 900):.1f} PL=0"
        yield f"MOVL C{rng.randrange(points):05} V={rng.uniform(5, 900):.1f}"
        yield f"DOUT OT#({i % 16 + 1}) {rng.choice(['ON', 'OFF'])}"
        yield f"TIMER T={rng.uniform(0, 2):.2f}"
        yield f"JUMP *L{i} IF I000>{rng.randrange(99)}"
        yield f"ADD I000 {rng.randrange(1, 9)}"
        yield f"*L{i}"
        yield f"SET I001 {rng.randrange(2, 9)}"
        yield f"WAIT IN#({i % 16 + 1})=ON"

    head = ["/JOB", "//NAME WELD", "//POS", f"///NPOS {points},0,0,0,0,0", "///TOOL 0"]
    head += ["///POSTYPE ROBOT", "///RECTAN", "///RCONF 0,0,0,0,0,0,0,0"]
    for number in range(points):
        x, y, z = _place(rng)
        head.append(f"C{number:05}={x:.3f},{y:.3f},{z:.3f},180.0000,0.0000,0.0000")
    head += ["//INST", "///DATE 2026/01/02 03:04", "///ATTR SC,RW", "///GROUP1 RB1", "NOP"]
    head += ["SET I000 0"]
    return _filled(head, block, ["END"], lines)


def val3(rng: random.Random, lines: int) -> list[str]:
    """A program whose points stand in the file of data beside it (see `files_beside`)."""

    def block(i: int) -> Iterator[str]:
        yield f"  // part {i}"
        yield f"  movej(jHome[{rng.randrange(9)}], tGrip, mFast)"
        yield f"  mSlow.vel = {rng.uniform(5, 90):.1f}"
        yield f"  movel(pSeam[{rng.randrange(VAL3_POINTS)}], tGrip, mSlow)"
        above = f"appro(pSeam[{rng.randrange(VAL3_POINTS)}], {{0, 0, -9, 0, 0, 0}})"
        yield f"  movel({above}, tGrip, mFast)"
        yield f"  dValve[{i % 16}] = {rng.choice(['true', 'false'])}"
        yield f"  delay({rng.uniform(0, 2):.2f})"
        yield f"  if nCount > {rng.randrange(99)}"
        yield f"    nCount = nCount + {rng.randrange(1, 9)} * 2"
        yield "  endIf"
        yield f"  for nI = 1 to {rng.randrange(2, 9)}"
        yield f"    nSum = nSum + {rng.randrange(1, 9)}"
        yield "  endFor"
        yield "  waitEndMove()"

    head, tail = program_text("main", ["\n"], ("nI",)).split("\n\n")
    return _filled(head.split("\n"), block, tail.split("\n"), lines)


def files_beside(language: str) -> tuple[tuple[str, str], ...]:
    """Names and texts of the files beside a program."""
    if language != "val3":
        return ()
    rng, keys = random.Random(0), ("x", "y", "z")
    seam = list[str]()
    for _ in range(VAL3_POINTS):
        told = " ".join(f'{k}="{v:.3f}"' for k, v in zip(keys, _place(rng), strict=True))
        seam.append(f'{told} ry="180" fatherId="world[0]"')
    shown = [_joints(rng, [0, 40, 90, 0, 50, 0]) for _ in range(9)]
    homes = [" ".join(f'j{n}="{v:.3f}"' for n, v in enumerate(each, 1)) for each in shown]
    variables = [
        variable_text("tGrip", "tool", ['z="142" fatherId="flange[0]"']),
        variable_text("pSeam", "pointRx", seam),
        variable_text("jHome", "jointRx", homes),
        variable_text("mFast", "mdesc", ['vel="50" tmax="200" blend="joint" leave="5" reach="5"']),
        variable_text("mSlow", "mdesc", ['vel="20" tmax="100"']),
        variable_text("nCount", "num", ['value="0"']),
        variable_text("nSum", "num", ['value="0"']),
        variable_text("dValve", "dio", [f'link="BasicIO-1\\%Q{i}"' for i in range(16)]),
    ]
    return (("weld.dtx", data_text(variables)),)


def _filled(
    head: list[str], block: Callable[[int], Iterator[str]], tail: list[str], lines: int
) -> list[str]:
    """Whole blocks between a head and a tail, as many as give at most this number of lines."""
    body, i = list[str](), 0
    while True:
        more = list(block(i))
        if len(head) + len(body) + len(more) + len(tail) > lines:
            return [*head, *body, *tail]
        body += more
        i += 1


PROGRAMS: dict[str, Callable[[random.Random, int], list[str]]] = {
    "krl": krl,
    "rapid": rapid,
    "as": kawasaki,
    "urscript": urscript,
    "ls": fanuc,
    "jbi": yaskawa,
    "val3": val3,
}
