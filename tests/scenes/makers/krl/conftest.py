"""KRL programs with files of values, and their translation."""

from language.foreign.reading import ASSUMED
from scenes import load_robot
from scenes.makers.krl.krl_translation import krl_translated

ARMS = ["kuka_kr6_r900_2", "kuka_kr10_r1100_sixx"]
CONFIG = """
TOOL_DATA[1]={X 0.0,Y 0.0,Z 142.0,A 0.0,B 0.0,C 0.0}
BASE_DATA[1]={X 0.0,Y 0.0,Z 50.0,A 0.0,B 0.0,C 0.0}
DECL E6AXIS XHOME={A1 0.0,A2 -90.0,A3 90.0,A4 0.0,A5 60.0,A6 0.0,E1 0.0}
DECL FDAT FHOME={TOOL_NO 1,BASE_NO 0,IPO_FRAME #BASE}
DECL PDAT PDEFAULT={VEL 100.0,ACC 100.0,APO_DIST 100.0}
SIGNAL LAMP $OUT[12]
"""
DATA = """
DEFDAT WELD
DECL INT COUNT=0
DECL E6POS XP1={X 500.0,Y -100.0,Z 300.0,A 0.0,B 180.0,C 0.0,S 2,T 2,E1 0.0,E2 0.0}
DECL FDAT FP1={TOOL_NO 1,BASE_NO 1,IPO_FRAME #BASE,POINT2[] " "}
DECL PDAT PPDAT1={VEL 50.0,ACC 100.0,APO_DIST 40.0}
DECL E6POS XP2={X 500.0,Y -100.0,Z 200.0,A 0.0,B 180.0,C 0.0,S 2,T 2}
DECL LDAT LCPDAT1={VEL 0.2,ACC 100.0,APO_DIST 15.0,APO_FAC 50.0,ORI_TYP #VAR}
ENDDAT
"""


def translate(source: str, *data: str, robot=None):
    robot = robot or load_robot(ARMS[0])
    files = [(f"{number}.dat", text) for number, text in enumerate(data or (CONFIG, DATA))]
    return krl_translated(source, files, robot, robot.controller)


def lost(made) -> list:
    """What is not understood; motions that are only assumed for it are left out."""
    return [found for found in made.findings if found.code != ASSUMED]


def program(*lines: str) -> str:
    head = ["DEF A( )", "BAS(#INITMOV,0)", "$BASE=$NULLFRAME", "$TOOL={X 0,Y 0,Z 142}"]
    return "\n".join([*head, "PTP {A1 0,A2 -90,A3 90,A4 0,A5 60,A6 0}", *lines, "END", ""])
