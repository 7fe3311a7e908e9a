"""Kinematics of robot arms: mechanisms, poses, inverse solutions, postures and timing."""

from kinematics.errors import KinematicsError, UnsolvableMechanism
from kinematics.forward import forward, link_poses
from kinematics.inverse import classify, inverse, inverse_batch
from kinematics.jacobian import jacobian
from kinematics.limits import LimitExcess, limit_excesses, nearest_turns, within_limits
from kinematics.line_path import LineFault
from kinematics.mechanism import Joint, JointKind, Mechanism
from kinematics.orientation import DIALECTS, pose_from_xyzoat, xyzoat_from_pose
from kinematics.posture import Elbow, Posture, Shoulder, Wrist, posture_of, postures_of
from kinematics.solutions import Classification, IkBatch, IkSolutions, TrackResult, residuals
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

__all__ = [
    "DIALECTS",
    "Classification",
    "Elbow",
    "IkBatch",
    "IkSolutions",
    "Joint",
    "JointKind",
    "KinematicsError",
    "LimitExcess",
    "LineFault",
    "LineResult",
    "Mechanism",
    "Posture",
    "Shoulder",
    "TrackResult",
    "Trajectory",
    "UnsolvableMechanism",
    "Wrist",
    "check_pose",
    "classify",
    "forward",
    "interpolate",
    "inverse",
    "inverse_batch",
    "invert",
    "jacobian",
    "joint_move",
    "limit_excesses",
    "link_poses",
    "nearest_turns",
    "pose_from_xyzoat",
    "posture_of",
    "postures_of",
    "residuals",
    "rotation_angle",
    "rotation_x",
    "rotation_y",
    "rotation_z",
    "rpy",
    "straight_line",
    "track",
    "translation",
    "within_limits",
    "xyzoat_from_pose",
]
