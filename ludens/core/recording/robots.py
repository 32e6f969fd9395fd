"""Descriptions of robots as JSON, so that a recording can say who was there."""

from typing import Any

import msgspec

from ludens.core.contract.driver import RobotDescription
from ludens.core.recording.errors import RecordingError
from ludens.core.recording.registry import MessageRegistry
from ludens.messages import Message


def encode_robots(robots: tuple[RobotDescription, ...]) -> str:
    """JSON text; a message class is written as `module:name`."""
    return msgspec.json.encode(robots, enc_hook=_class_name).decode()


def decode_robots(text: str, registry: MessageRegistry) -> tuple[RobotDescription, ...]:
    """The descriptions again."""
    unknown: list[RecordingError] = []

    def find(_: type[Any], name: str) -> type[Message]:
        module, class_name = name.split(":")
        try:
            return registry.find(module, class_name)
        except RecordingError as error:  # told below, because msgspec would wrap it
            unknown.append(error)
            return Message

    robots = msgspec.json.decode(text, type=tuple[RobotDescription, ...], dec_hook=find)
    if unknown:
        raise unknown[0]
    return robots


def _class_name(kind: Any) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"
