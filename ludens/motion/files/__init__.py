"""Motions from files: key frames that people can read, checked before they move a robot."""

from ludens.motion.files.library import MotionLibrary
from ludens.motion.files.motion import Frame, Motion, MotionFileError
from ludens.motion.files.player import MotionPlayer, MotionPlayerParameters
from ludens.motion.files.reading import parse_motion, read_motion

__all__ = [
    "Frame",
    "Motion",
    "MotionFileError",
    "MotionLibrary",
    "MotionPlayer",
    "MotionPlayerParameters",
    "parse_motion",
    "read_motion",
]
