from kinematics.closed.closed_chain import (
    ClosedChain as ClosedChain,
    Meeting as Meeting,
    SideJoint as SideJoint,
)
from kinematics.differential.coupled import (
    CoupledMechanism as CoupledMechanism,
    Coupling as Coupling,
)
from kinematics.arm.dh_frames import (
    DhTable as DhTable,
    dh_from_axes as dh_from_axes,
)
from kinematics.solving.by_elimination import (
    elimination_arm as elimination_arm,
    inverse_by_elimination as inverse_by_elimination,
)
from kinematics.errors import (
    KinematicsError as KinematicsError,
    UnsolvableMechanism as UnsolvableMechanism,
)
from kinematics.arm.forward import (
    forward as forward,
    link_poses as link_poses,
)
from kinematics.solving.inverse import (
    classify as classify,
    inverse as inverse,
    inverse_batch as inverse_batch,
    sweep as sweep,
)
from kinematics.differential.jacobian import (
    jacobian as jacobian,
    jacobian_by_derivatives as jacobian_by_derivatives,
    jacobian_by_differences as jacobian_by_differences,
)
from kinematics.solving.least_motion import inverse_near as inverse_near
from kinematics.arm.limits import (
    LimitExcess as LimitExcess,
    limit_excesses as limit_excesses,
    nearest_turns as nearest_turns,
    within_limits as within_limits,
)
from kinematics.motion.line_path import LineFault as LineFault
from kinematics.motion.paths.arc_curve import ArcCurve as ArcCurve
from kinematics.arm.joints import (
    Joint as Joint,
    JointKind as JointKind,
)
from kinematics.arm.mechanism import Mechanism as Mechanism
from kinematics.motion.almost_wrist import (
    inverse_nearby as inverse_nearby,
    nearby_model as nearby_model,
    track_nearby as track_nearby,
)
from kinematics.solving.near_joint_values import solutions_near as solutions_near
from kinematics.differential.newton import (
    NumericSolution as NumericSolution,
    inverse_from_seed as inverse_from_seed,
)
from kinematics.poses.orientation import (
    DIALECTS as DIALECTS,
    place_from_xyzoat as place_from_xyzoat,
    place_of as place_of,
    pose_from_xyzoat as pose_from_xyzoat,
    tool_at as tool_at,
    xyzoat_from_pose as xyzoat_from_pose,
)
from kinematics.solving.position_targets import (
    with_goal_at_tool as with_goal_at_tool,
    inverse_position as inverse_position,
)
from kinematics.families.posture import (
    Elbow as Elbow,
    Knee as Knee,
    Posture as Posture,
    Shoulder as Shoulder,
    Wrist as Wrist,
    posture_of as posture_of,
    postures_of as postures_of,
)
from kinematics.arm.rerooting import rerooted as rerooted
from kinematics.families.elbow_angle import elbow_angle as elbow_angle
from kinematics.solutions.solutions import (
    Classification as Classification,
    IkBatch as IkBatch,
    IkSolutions as IkSolutions,
    TrackResult as TrackResult,
)
from kinematics.arm.residuals import residuals as residuals
from kinematics.solvers.elimination import (
    EliminationArm as EliminationArm,
    load_arm as load_arm,
    load_stage_one as load_stage_one,
    save_arm as save_arm,
    save_stage_one as save_stage_one,
)
from kinematics.solvers.seven.temporary_angles import (
    Correction as Correction,
    corrected_angles as corrected_angles,
)
from kinematics.motion.pseudo_inverse_split import track_split as track_split
from kinematics.differential.structure import mobility as mobility
from kinematics.arm.textbook import (
    leg as leg,
    rrp_arm as rrp_arm,
    simple_joints as simple_joints,
)
from kinematics.motion.timed_motions import (
    LineResult as LineResult,
    circular_arc as circular_arc,
    joint_move as joint_move,
    straight_line as straight_line,
)
from kinematics.motion.branch_tracking import track as track
from kinematics.motion.trajectory import Trajectory as Trajectory
from kinematics.poses.transforms import (
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
from kinematics.differential.velocity import (
    Singularity as Singularity,
    flange_velocity as flange_velocity,
    joint_rates as joint_rates,
    null_motions as null_motions,
    singularity as singularity,
)
