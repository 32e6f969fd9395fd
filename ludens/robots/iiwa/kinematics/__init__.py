"""Forward and inverse kinematics of the iiwa."""

from ludens.robots.iiwa.kinematics.forward import base_from_flange, jacobian, link_frames
from ludens.robots.iiwa.kinematics.inverse import (
    BRANCHES,
    ArmPosture,
    Branch,
    branch_of,
    elbow_angle,
    nearest_turn,
    roomiest,
    solve,
    solve_way,
)
from ludens.robots.iiwa.kinematics.least_squares import approach

__all__ = [
    "BRANCHES",
    "ArmPosture",
    "Branch",
    "approach",
    "base_from_flange",
    "branch_of",
    "elbow_angle",
    "jacobian",
    "link_frames",
    "nearest_turn",
    "roomiest",
    "solve",
    "solve_way",
]
