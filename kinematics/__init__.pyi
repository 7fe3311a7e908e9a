from kinematics.coupled import (
    CoupledMechanism as CoupledMechanism,
    Coupling as Coupling,
)
from kinematics.dh_frames import (
    DhTable as DhTable,
    dh_from_axes as dh_from_axes,
)
from kinematics.eliminated import (
    elimination_arm as elimination_arm,
    inverse_by_elimination as inverse_by_elimination,
)
from kinematics.errors import (
    KinematicsError as KinematicsError,
    UnsolvableMechanism as UnsolvableMechanism,
)
from kinematics.forward import (
    forward as forward,
    link_poses as link_poses,
)
from kinematics.inverse import (
    classify as classify,
    inverse as inverse,
    inverse_batch as inverse_batch,
    sweep as sweep,
)
from kinematics.jacobian import (
    jacobian as jacobian,
    jacobian_by_derivatives as jacobian_by_derivatives,
    jacobian_by_differences as jacobian_by_differences,
)
from kinematics.least_motion import inverse_near as inverse_near
from kinematics.limits import (
    LimitExcess as LimitExcess,
    limit_excesses as limit_excesses,
    nearest_turns as nearest_turns,
    within_limits as within_limits,
)
from kinematics.line_path import LineFault as LineFault
from kinematics.mechanism import (
    Joint as Joint,
    JointKind as JointKind,
    Mechanism as Mechanism,
)
from kinematics.nearby import (
    inverse_nearby as inverse_nearby,
    nearby_model as nearby_model,
    track_nearby as track_nearby,
)
from kinematics.nearest import solutions_near as solutions_near
from kinematics.newton import (
    NumericSolution as NumericSolution,
    inverse_from_seed as inverse_from_seed,
)
from kinematics.orientation import (
    DIALECTS as DIALECTS,
    place_from_xyzoat as place_from_xyzoat,
    place_of as place_of,
    pose_from_xyzoat as pose_from_xyzoat,
    tool_at as tool_at,
    xyzoat_from_pose as xyzoat_from_pose,
)
from kinematics.positions import (
    aimed as aimed,
    inverse_position as inverse_position,
)
from kinematics.posture import (
    Elbow as Elbow,
    Posture as Posture,
    Shoulder as Shoulder,
    Wrist as Wrist,
    posture_of as posture_of,
    postures_of as postures_of,
)
from kinematics.rerooting import rerooted as rerooted
from kinematics.seven_axis import elbow_angle as elbow_angle
from kinematics.solutions import (
    Classification as Classification,
    IkBatch as IkBatch,
    IkSolutions as IkSolutions,
    TrackResult as TrackResult,
)
from kinematics.residuals import residuals as residuals
from kinematics.solvers.elimination import (
    EliminationArm as EliminationArm,
    load_arm as load_arm,
    load_stage_one as load_stage_one,
    save_arm as save_arm,
    save_stage_one as save_stage_one,
)
from kinematics.solvers.temporary_angles import (
    Correction as Correction,
    corrected_angles as corrected_angles,
)
from kinematics.split import track_split as track_split
from kinematics.structure import mobility as mobility
from kinematics.textbook import (
    leg as leg,
    rrp_arm as rrp_arm,
    simple_joints as simple_joints,
)
from kinematics.timing import (
    LineResult as LineResult,
    joint_move as joint_move,
    straight_line as straight_line,
)
from kinematics.tracking import track as track
from kinematics.trajectory import Trajectory as Trajectory
from kinematics.transforms import (
    check_pose as check_pose,
    interpolate as interpolate,
    invert as invert,
    rotation_angle as rotation_angle,
    rotation_x as rotation_x,
    rotation_y as rotation_y,
    rotation_z as rotation_z,
    rpy as rpy,
    translation as translation,
)
from kinematics.velocity import (
    Singularity as Singularity,
    flange_velocity as flange_velocity,
    joint_rates as joint_rates,
    null_motions as null_motions,
    singularity as singularity,
)
