"""Kinematics of robot arms: mechanisms, poses, inverse solutions, postures and timing."""

from resources.front import open_front

open_front(__name__)
