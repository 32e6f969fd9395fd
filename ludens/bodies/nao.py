"""The wiring of a humanoid's body, which every game with a NAO reuses."""

from ludens.core.contract.setup import Node
from ludens.estimation.body_state import FallWatch, LegOdometer, OrientationEstimator
from ludens.estimation.body_watch import BodyAlarm, BodyWatch
from ludens.estimation.bumpers import BumperWatch
from ludens.estimation.camera_pose import CameraPoseEstimator
from ludens.estimation.joint_calibration import JointCalibrator
from ludens.estimation.sonar_filter import SonarWatch
from ludens.estimation.support import SupportWatch
from ludens.motion.arbiter import JointBlender, MotionArbiter
from ludens.motion.files import MotionPlayer
from ludens.motion.kick import Kick
from ludens.motion.look_at import LookAt
from ludens.motion.walk import Walk

REFLEXES = (
    Node(BodyWatch),
    Node(JointCalibrator),
    Node(OrientationEstimator),
    Node(FallWatch),
    Node(LegOdometer),
    Node(SupportWatch),
    Node(MotionArbiter),
    Node(Walk),
    Node(Kick),
    Node(MotionPlayer),
    Node(JointBlender),
)
"""Modules that keep a body upright and move it, in every cycle."""
SENSES = (
    Node(BodyAlarm),
    Node(SonarWatch),
    Node(BumperWatch),
    Node(CameraPoseEstimator),
    Node(LookAt),
)
"""Modules that may come more seldom where many robots share a computer."""
BODY = (*REFLEXES, *SENSES)
"""A game adds what decides (requests to move, walk, kick and look), its own motions, and what tells
penalties."""
