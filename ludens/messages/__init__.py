"""What modules tell each other: frozen dataclasses, one file per subject."""

from ludens.messages.commands import (
    BaseVelocityCommand,
    JointCommand,
    LedCommand,
    MagnetCommand,
    SpeakerCommand,
)
from ludens.messages.drawing import Arrow, Circle, Drawing, Ellipse, Polyline, Shape, Text
from ludens.messages.faults import Fault
from ludens.messages.message import Message, TruthMessage
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
from ludens.messages.state import StateReport

__all__ = [
    "Arrow",
    "AudioChunk",
    "BaseVelocityCommand",
    "CameraImage",
    "Circle",
    "DepthImage",
    "Drawing",
    "Ellipse",
    "Fault",
    "FootPressure",
    "ImuReading",
    "JointCommand",
    "JointStates",
    "LedCommand",
    "MagnetCommand",
    "Message",
    "Odometry",
    "Polyline",
    "SceneDescription",
    "SceneEntity",
    "ScenePoses",
    "SceneShape",
    "Shape",
    "SonarRing",
    "SpeakerCommand",
    "StateReport",
    "Text",
    "TouchState",
    "TruthMessage",
]
