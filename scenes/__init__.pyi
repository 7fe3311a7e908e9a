from scenes.analysis import (
    Report as Report,
    analyse as analyse,
)
from scenes.world.cell import Body as Body, Cell as Cell, Part as Part
from scenes.world.robot import Finger as Finger, Hand as Hand, LinkBody as LinkBody, Robot as Robot
from scenes.checking.collisions.intervals import Collision as Collision
from scenes.errors import (
    FileProblem as FileProblem,
    SceneError as SceneError,
    SceneFileError as SceneFileError,
)
from scenes.execution.statements.processor import step_for as step_for
from scenes.exporters import (
    ExportError as ExportError,
    export as export,
    read_csv as read_csv,
    read_json as read_json,
)
from scenes.library import (
    cell_names as cell_names,
    cell_path as cell_path,
    hand_names as hand_names,
    hand_path as hand_path,
    load_cell as load_cell,
    load_hand as load_hand,
    load_robot as load_robot,
    program_names as program_names,
    program_path as program_path,
    robot_names as robot_names,
    robot_path as robot_path,
)
from scenes.world.placement import (
    bodies_of as bodies_of,
    placements as placements,
)
from scenes.runs.run import Run as Run
from scenes.execution.simulation import simulate as simulate
from scenes.runs.run_trajectory import RunTrajectory as RunTrajectory
from scenes.world.state import (
    CellState as CellState,
    start_state as start_state,
)
from scenes.runs.step import (
    Problem as Problem,
    Step as Step,
)
