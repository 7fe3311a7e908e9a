"""The verbs that need an arm but no cell: ik, fk, robots."""

import argparse

from app.options.parser import Parser
from app.options.typed_digits import Digits

DIALECTS = ("hokkaido", "val", "vplus")


def add_arm_verbs(verbs: "argparse._SubParsersAction[Parser]") -> None:
    """Adds the verbs that need an arm but no cell: ik, fk, robots."""
    add_ik_verb(verbs)
    fk = verbs.add_parser("fk", help="the pose of the tool at joint values")
    fk.set_defaults(module="app.verbs.arm.fk")
    fk.add_argument("robot", help="robot file, or the name of a shipped robot")
    fk.add_argument("--q", nargs="+", type=float, required=True, help="degrees or mm, one a joint")
    fk.add_argument("--dialect", choices=DIALECTS, default="hokkaido", help="meaning of O, A, T")
    fk.add_argument("--json", action="store_true", help="print the pose as JSON")
    add_robots_verb(verbs)


def add_ik_verb(verbs: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `ik`: the inverse kinematics of one pose."""
    ik = verbs.add_parser("ik", help="all joint values that take the tool to a pose")
    ik.set_defaults(module="app.verbs.arm.ik")
    ik.add_argument("robot", help="robot file, or the name of a shipped robot")
    goal = ik.add_mutually_exclusive_group(required=True)
    goal.add_argument("--pose", nargs=6, type=Digits, metavar=tuple("XYZOAT"), help="of the tool")
    goal.add_argument(
        "--position",
        nargs=3,
        type=Digits,
        metavar=tuple("XYZ"),
        help="only the place of the tool, for an arm of three joints (or with --seed)",
    )
    ik.add_argument("--dialect", choices=DIALECTS, default="hokkaido", help="meaning of O, A, T")
    ik.add_argument("--all", action="store_true", help="every row of a long list of solutions")
    ik.add_argument("--json", action="store_true", help="print the solutions as JSON")
    add_conditions(ik)


def add_robots_verb(verbs: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `robots`: the library of arms, and what can be done with one of them."""
    robots = verbs.add_parser(
        "robots",
        help="the shipped robots and how they are solved; all of one; import; calibration; check",
        usage="cellwright robots [--json] [NAME | PART-OF-A-NAME]\n"
        "       cellwright robots ROBOT --equations [--json]\n"
        "       cellwright robots ROBOT --diagram FILE.svg\n"
        "       cellwright robots check ROBOT --poses POSES.csv [--dialect D] [--json]\n"
        "       cellwright robots calibrate ROBOT --measured POSES.csv [-o NAME.robot.yaml]\n"
        "       cellwright robots matrices ROBOT -o FILE.npz\n"
        "       cellwright robots import FILE.urdf -o NAME.robot.yaml [--tip LINK] [--no-meshes]",
    )
    robots.set_defaults(module="app.verbs.arm.robots")
    robots.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    robots.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="robot file that import or calibrate, or .npz that matrices writes",
    )
    robots.add_argument(
        "--equations", action="store_true", help="how it is solved: equations and loop table"
    )
    robots.add_argument(
        "--diagram", metavar="SVG", help="its flat kinematic diagram, with the textbook's symbols"
    )
    add_calibration(robots)
    robots.add_argument("--poses", metavar="CSV", help="x, y, z, o, a, t of the tool, one a line")
    robots.add_argument("--dialect", choices=DIALECTS, default="hokkaido", help="of the poses")
    robots.add_argument("--tip", metavar="LINK", help="the link of the URDF that is the flange")
    robots.add_argument(
        "--no-meshes",
        action="store_true",
        help="draw the links of a URDF from its joints and read none of their meshes",
    )
    robots.add_argument("--json", action="store_true", help="print the answer as JSON")


def add_calibration(robots: Parser) -> None:
    """The options of `robots calibrate`."""
    robots.add_argument(
        "--measured", metavar="CSV", help="joint values, and where the tool was measured at them"
    )
    robots.add_argument(
        "--frame", choices=("base", "own"), help="of the measured places; told by them if absent"
    )
    robots.add_argument(
        "--target",
        choices=("tool", "unknown"),
        help="what was measured: the tool, or a point of the flange to be found; told if absent",
    )


def add_conditions(ik: Parser) -> None:
    """The options of `ik` for redundant arms, for the elimination and for Newton's method."""
    ik.add_argument("--elbow", type=float, metavar="DEG", help="elbow angle of a redundant arm")
    ik.add_argument(
        "--lock",
        action="append",
        default=[],
        metavar="JOINT=VALUE",
        help="hold a joint of a redundant arm, degrees or mm; --sweep moves one without a value",
    )
    ik.add_argument(
        "--sweep", type=int, metavar="N", help="N elbow angles all round, or N values of the --lock"
    )
    ik.add_argument(
        "--eliminate", choices=("45", "12"), help="by elimination of joints 4 and 5, or 1 and 2"
    )
    ik.add_argument(
        "--eigen", choices=("ordinary", "generalized"), help="by elimination, in this eigenproblem"
    )
    ik.add_argument(
        "--matrices", metavar="FILE", help="by elimination, with what `robots matrices` wrote"
    )
    ik.add_argument(
        "--seed", nargs="+", type=float, metavar="Q", help="by Newton's method from these joints"
    )
    ik.add_argument(
        "--trace",
        action="store_true",
        help="what is left after each round: of Newton's method from --seed, or of the temporary "
        "angles of a seven-axis arm with an offset shoulder",
    )
