"""What modules tell each other: frozen Structs, one file per subject."""

from ludens.messages.arm import ArmFailure, ArmReport, CarryRequest, PostureRequest, StopRequest
from ludens.messages.balance import FallReport, LegOdometry, TorsoOrientation
from ludens.messages.behaviour import BehaviourVectors, Intention
from ludens.messages.board_pieces import (
    CalibrationReport,
    PiecesBelieved,
    PiecesSeen,
    SeenPiece,
    TableCalibration,
    Trouble,
)
from ludens.messages.commands import (
    BaseVelocityCommand,
    JointCommand,
    LedCommand,
    MagnetCommand,
    SpeakerCommand,
)
from ludens.messages.drawing import Arrow, Circle, Drawing, Ellipse, Polyline, Shape, Text
from ludens.messages.eyes import CameraLearnt, CameraPose, CameraPoses
from ludens.messages.faults import Fault
from ludens.messages.health import BodyHealth
from ludens.messages.inclination import TorsoAngles
from ludens.messages.message import Message, TruthMessage, field_names
from ludens.messages.motion import (
    HeadJoints,
    HeadRequest,
    KickReport,
    KickRequest,
    MotionReason,
    MotionRequest,
    MotionWeights,
    Penalty,
    WantedJoints,
)
from ludens.messages.objects import Doubt, ObjectBelief, RoundObject, SegmentedImage, Sighting
from ludens.messages.parameters import ParameterChange, ParameterEdit
from ludens.messages.passing import PassPlan, RallyCount
from ludens.messages.power import BatteryState
from ludens.messages.remote import RemoteCommand
from ludens.messages.scene import SceneDescription, SceneEntity, ScenePoses, SceneShape
from ludens.messages.sensors import (
    AudioChunk,
    CameraImage,
    DepthImage,
    FootPressure,
    ImuReading,
    JointStates,
    Odometry,
    SonarRing,
    TouchState,
)
from ludens.messages.servos import CalibratedJoints, JointCalibration, JointReadings
from ludens.messages.state import StateReport
from ludens.messages.support import FootCollision, FootSupport, SonarDistances
from ludens.messages.surroundings import ObstaclePoints, SonarBelief
from ludens.messages.walking import WalkReport, WalkRequest, WalkTarget

__all__ = [
    "ArmFailure",
    "ArmReport",
    "Arrow",
    "AudioChunk",
    "BaseVelocityCommand",
    "BatteryState",
    "BehaviourVectors",
    "BodyHealth",
    "CalibratedJoints",
    "CalibrationReport",
    "CameraImage",
    "CameraLearnt",
    "CameraPose",
    "CameraPoses",
    "CarryRequest",
    "Circle",
    "DepthImage",
    "Doubt",
    "Drawing",
    "Ellipse",
    "FallReport",
    "Fault",
    "FootCollision",
    "FootPressure",
    "FootSupport",
    "HeadJoints",
    "HeadRequest",
    "ImuReading",
    "Intention",
    "JointCalibration",
    "JointCommand",
    "JointReadings",
    "JointStates",
    "KickReport",
    "KickRequest",
    "LedCommand",
    "LegOdometry",
    "MagnetCommand",
    "Message",
    "MotionReason",
    "MotionRequest",
    "MotionWeights",
    "ObjectBelief",
    "ObstaclePoints",
    "Odometry",
    "ParameterChange",
    "ParameterEdit",
    "PassPlan",
    "Penalty",
    "PiecesBelieved",
    "PiecesSeen",
    "Polyline",
    "PostureRequest",
    "RallyCount",
    "RemoteCommand",
    "RoundObject",
    "SceneDescription",
    "SceneEntity",
    "ScenePoses",
    "SceneShape",
    "SeenPiece",
    "SegmentedImage",
    "Shape",
    "Sighting",
    "SonarBelief",
    "SonarDistances",
    "SonarRing",
    "SpeakerCommand",
    "StateReport",
    "StopRequest",
    "TableCalibration",
    "Text",
    "TorsoAngles",
    "TorsoOrientation",
    "TouchState",
    "Trouble",
    "TruthMessage",
    "WalkReport",
    "WalkRequest",
    "WalkTarget",
    "WantedJoints",
    "field_names",
]
