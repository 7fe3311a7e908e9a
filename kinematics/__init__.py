"""Kinematics of robot arms: mechanisms, poses, inverse solutions, postures and timing."""

from kinematics.coupled import CoupledMechanism, Coupling
from kinematics.dh_frames import DhTable, dh_from_axes
from kinematics.eliminated import elimination_arm, inverse_by_elimination
from kinematics.errors import KinematicsError, UnsolvableMechanism
from kinematics.forward import forward, link_poses
from kinematics.inverse import classify, inverse, inverse_batch, sweep
from kinematics.jacobian import jacobian, jacobian_by_derivatives, jacobian_by_differences
from kinematics.least_motion import inverse_near
from kinematics.limits import LimitExcess, limit_excesses, nearest_turns, within_limits
from kinematics.line_path import LineFault
from kinematics.mechanism import Joint, JointKind, Mechanism
from kinematics.nearby import inverse_nearby, nearby_model, track_nearby
from kinematics.nearest import solutions_near
from kinematics.newton import NumericSolution, inverse_from_seed
from kinematics.orientation import DIALECTS, pose_from_xyzoat, xyzoat_from_pose
from kinematics.positions import aimed, inverse_position
from kinematics.posture import Elbow, Posture, Shoulder, Wrist, posture_of, postures_of
from kinematics.rerooting import rerooted
from kinematics.seven_axis import elbow_angle
from kinematics.solutions import Classification, IkBatch, IkSolutions, TrackResult, residuals
from kinematics.solvers.elimination import (
    EliminationArm,
    load_arm,
    load_stage_one,
    save_arm,
    save_stage_one,
)
from kinematics.solvers.temporary_angles import Correction, corrected_angles
from kinematics.split import track_split
from kinematics.structure import mobility
from kinematics.textbook import leg, rrp_arm, simple_joints
from kinematics.timing import LineResult, joint_move, straight_line
from kinematics.tracking import track
from kinematics.trajectory import Trajectory
from kinematics.transforms import (
    check_pose,
    interpolate,
    invert,
    rotation_angle,
    rotation_x,
    rotation_y,
    rotation_z,
    rpy,
    translation,
)
from kinematics.velocity import (
    Singularity,
    flange_velocity,
    joint_rates,
    null_motions,
    singularity,
)

__all__ = [
    "DIALECTS",
    "Classification",
    "Correction",
    "CoupledMechanism",
    "Coupling",
    "DhTable",
    "Elbow",
    "EliminationArm",
    "IkBatch",
    "IkSolutions",
    "Joint",
    "JointKind",
    "KinematicsError",
    "LimitExcess",
    "LineFault",
    "LineResult",
    "Mechanism",
    "NumericSolution",
    "Posture",
    "Shoulder",
    "Singularity",
    "TrackResult",
    "Trajectory",
    "UnsolvableMechanism",
    "Wrist",
    "aimed",
    "check_pose",
    "classify",
    "corrected_angles",
    "dh_from_axes",
    "elbow_angle",
    "elimination_arm",
    "flange_velocity",
    "forward",
    "interpolate",
    "inverse",
    "inverse_batch",
    "inverse_by_elimination",
    "inverse_from_seed",
    "inverse_near",
    "inverse_nearby",
    "inverse_position",
    "invert",
    "jacobian",
    "jacobian_by_derivatives",
    "jacobian_by_differences",
    "joint_move",
    "joint_rates",
    "leg",
    "limit_excesses",
    "link_poses",
    "load_arm",
    "load_stage_one",
    "mobility",
    "nearby_model",
    "nearest_turns",
    "null_motions",
    "pose_from_xyzoat",
    "posture_of",
    "postures_of",
    "rerooted",
    "residuals",
    "rotation_angle",
    "rotation_x",
    "rotation_y",
    "rotation_z",
    "rpy",
    "rrp_arm",
    "save_arm",
    "save_stage_one",
    "simple_joints",
    "singularity",
    "solutions_near",
    "straight_line",
    "sweep",
    "track",
    "track_nearby",
    "track_split",
    "translation",
    "within_limits",
    "xyzoat_from_pose",
]
