"""Descriptions of robots as JSON, so that a recording can say who was there."""

from typing import Any

import msgspec

from ludens.core.capabilities import Capability
from ludens.core.driver import RobotDescription, Source
from ludens.core.recording.registry import MessageRegistry
from ludens.messages import Message


def encode_robots(robots: tuple[RobotDescription, ...]) -> str:
    """JSON text."""
    return msgspec.json.encode([_robot(robot) for robot in robots]).decode()


def decode_robots(text: str, registry: MessageRegistry) -> tuple[RobotDescription, ...]:
    """The descriptions again."""
    return tuple(
        RobotDescription(
            name=plain["name"],
            model=plain["model"],
            sources=tuple(
                Source(source["name"], source["period_s"], _capabilities(source["capabilities"], registry))
                for source in plain["sources"]
            ),
            actuators=_capabilities(plain["actuators"], registry),
        )
        for plain in msgspec.json.decode(text)
    )


def _robot(robot: RobotDescription) -> dict[str, Any]:
    return {
        "name": robot.name,
        "model": robot.model,
        "sources": [
            {
                "name": source.name,
                "period_s": source.period_s,
                "capabilities": [_capability(capability) for capability in source.capabilities],
            }
            for source in robot.sources
        ],
        "actuators": [_capability(capability) for capability in robot.actuators],
    }


def _capability(capability: Capability) -> dict[str, Any]:
    return {
        "name": capability.name,
        "delivers": [_type(kind) for kind in capability.delivers],
        "accepts": [_type(kind) for kind in capability.accepts],
    }


def _capabilities(plain: list[dict[str, Any]], registry: MessageRegistry) -> tuple[Capability, ...]:
    return tuple(
        Capability(
            capability["name"],
            delivers=tuple(registry.find(*kind) for kind in capability["delivers"]),
            accepts=tuple(registry.find(*kind) for kind in capability["accepts"]),
        )
        for capability in plain
    )


def _type(kind: type[Message]) -> tuple[str, str]:
    return kind.__module__, kind.__qualname__
