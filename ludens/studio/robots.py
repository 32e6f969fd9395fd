"""Which robot a path belongs to, where a run has several."""

from ludens.core.contract.setup import Setup


def robots_in(setup: Setup) -> list[str]:
    """Names of the robots of a setup, in order; a single robot has no name."""
    return list(dict.fromkeys(plan.robot for plan in setup.cyclers))


def robot_of(path: str, setup: Setup) -> str:
    """The robot a path begins with; "" where the path names none."""
    first = path.partition("/")[0]
    return first if first in robots_in(setup) else ""
