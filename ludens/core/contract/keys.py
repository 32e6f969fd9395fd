"""Names of values in a run: `prefix/TypeName`, and how an input finds the value it means.

A prefix says whose value it is (`alpha/ball`). An input looks in its own prefix first and then outwards,
like a name in nested scopes, so that ten robots use the same modules without a second type.
"""

import re
from collections.abc import Iterator
from functools import cache

from ludens.messages import Message


def join(*parts: str) -> str:
    """Path of the non-empty parts."""
    return "/".join(part for part in parts if part)


def key_of(prefix: str, kind: type[Message]) -> str:
    """Name of the value of this type under a prefix."""
    return join(prefix, kind.__name__)


@cache  # asked for every message that arrives
def delivered_key(robot: str, source: str, kind: type[Message]) -> str:
    """Name of a value that a source of a robot delivers.

    A source called `top/camera` delivers under `top`, one called `camera` under the robot itself: so a robot
    with two cameras has `top/CameraImage` and `bottom/CameraImage`.
    """
    return key_of(join(robot, source.rpartition("/")[0]), kind)


def scopes(prefix: str) -> Iterator[str]:
    """The prefix, its parent, and so on to the root."""
    while prefix:
        yield prefix
        prefix = prefix.rpartition("/")[0]
    yield ""


def snake_case(name: str) -> str:
    """`BallDetector` -> `ball_detector`, the name of a module's table in a configuration file."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
