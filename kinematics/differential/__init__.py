"""Differential kinematics: Jacobians, rates and singularity, Newton's method, coupled joints."""
