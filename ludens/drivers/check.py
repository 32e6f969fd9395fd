"""The judge of drivers: whoever passes `check_robot` can play.

It watches what a driver delivers against what it promises, then tries commands. A base is turned gently on
the spot, so a real robot needs a free half metre round it; `move=False` leaves commands out.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from ludens.core.contract.driver import Delivery, Driver, RobotDescription, Source
from ludens.core.errors import LudensError
from ludens.core.runtime.finite import is_finite
from ludens.messages import BaseVelocityCommand, Message, Odometry, TruthMessage

SPECTATOR = "spectator"
RATE_TOLERANCE = 0.1
LEAST_ARRIVING = 0.7
"""Part of the promised deliveries that must come: frames get lost, the first are still on their way."""
TURN_RADPS = 0.4
REST_MPS = 0.02
REST_RADPS = 0.03
CLOCK_SLACK_S = 1e-9


class RobotCheckError(LudensError):
    """A driver breaks the contract; the message says where."""


class _Unheard(Message):
    """A command that no robot takes."""


@dataclass(slots=True)
class _Seen:
    """Deliveries so far, by robot and source."""

    deliveries: dict[tuple[str, str], list[Delivery]] = field(default_factory=lambda: defaultdict(list))
    times_s: dict[tuple[str, str, type[Message]], float] = field(default_factory=dict)
    now_ns: int = 0


def check_robot(driver: Driver, *, seconds: float = 3.0, move: bool = True) -> None:
    """Raise `RobotCheckError` at the first broken promise. The driver is closed in any case."""
    sources = _check_description(driver.robots)
    seen = _Seen()
    try:
        _watch(driver, sources, seen, until_s=seconds)
        for key, source in sources.items():
            _check_source(key, source, seen.deliveries[key], seconds)
        for robot in driver.robots if move else ():
            _check_refusals(driver, robot)
            if BaseVelocityCommand in robot.accepts():
                _check_base(driver, robot, sources, seen)
    finally:
        driver.close()
    driver.close()
    if driver.next_delivery() is not None:
        raise RobotCheckError("The driver still delivers after close().")


def _check_description(robots: tuple[RobotDescription, ...]) -> dict[tuple[str, str], Source]:
    """Return every source by robot and name."""
    if not robots:
        raise RobotCheckError("The driver has no robot.")
    if len({robot.name for robot in robots}) < len(robots):
        raise RobotCheckError(f"Two robots have the same name: {[robot.name for robot in robots]}.")
    sources: dict[tuple[str, str], Source] = {}
    for robot in robots:
        for source in robot.sources:
            where = f"Robot '{robot.name}', source '{source.name}'"
            if (robot.name, source.name) in sources:
                raise RobotCheckError(f"{where} is described twice.")
            if source.name == SPECTATOR:
                raise RobotCheckError(f"{where}: that name is kept for spectators; no robot has it.")
            if not source.period_s > 0.0:
                raise RobotCheckError(f"{where} has a period of {source.period_s} s; it must be above zero.")
            if not source.delivers():
                raise RobotCheckError(f"{where} delivers nothing; give it a capability that does.")
            sources[robot.name, source.name] = source
    return sources


def _watch(driver: Driver, sources: dict[tuple[str, str], Source], seen: _Seen, *, until_s: float) -> None:
    """Take deliveries up to a time, each checked on its own."""
    while seen.now_ns < until_s * 1e9:
        delivery = driver.next_delivery()
        if delivery is None:
            raise RobotCheckError(
                f"The driver ended at {seen.now_ns * 1e-9:.3f} s; the check needs {until_s:.1f} s."
            )
        _check_delivery(delivery, sources, seen)


def _check_delivery(delivery: Delivery, sources: dict[tuple[str, str], Source], seen: _Seen) -> None:
    where = f"Robot '{delivery.robot}', source '{delivery.source}', at {delivery.time_ns * 1e-9:.3f} s"
    if delivery.time_ns < seen.now_ns:
        raise RobotCheckError(
            f"{where}: arrives before the delivery that came first, at {seen.now_ns * 1e-9:.3f} s."
        )
    seen.now_ns = delivery.time_ns
    key = (delivery.robot, delivery.source)
    for message in delivery.messages:
        kind = type(message)
        if message.time_s > delivery.time_ns * 1e-9 + CLOCK_SLACK_S:
            raise RobotCheckError(f"{where}: {kind.__name__} is from the future, {message.time_s:.6f} s.")
        if not is_finite(message):
            raise RobotCheckError(f"{where}: {kind.__name__} holds a number that is not finite.")
        if message.time_s < seen.times_s.get((*key, kind), message.time_s):
            raise RobotCheckError(f"{where}: {kind.__name__} is older than the one before it.")
        seen.times_s[(*key, kind)] = message.time_s
        if delivery.source == SPECTATOR:
            if not issubclass(kind, TruthMessage):
                raise RobotCheckError(f"{where}: spectators get truth only, not {kind.__name__}.")
        elif key not in sources:
            raise RobotCheckError(f"{where}: the description knows no such source.")
        elif kind not in sources[key].delivers():
            promised = ", ".join(promise.__name__ for promise in sources[key].delivers())
            raise RobotCheckError(f"{where}: delivers {kind.__name__}; promised is {promised}.")
    seen.deliveries[key].append(delivery)


def _check_source(key: tuple[str, str], source: Source, deliveries: list[Delivery], seconds: float) -> None:
    """Compare what came in all with what was promised."""
    where = f"Robot '{key[0]}', source '{key[1]}'"
    came = {type(message) for delivery in deliveries for message in delivery.messages}
    for promised in source.delivers():
        if promised not in came:
            raise RobotCheckError(f"{where}: promises {promised.__name__}, but none came in {seconds:.1f} s.")
    expected = seconds / source.period_s
    if len(deliveries) < LEAST_ARRIVING * expected:
        raise RobotCheckError(
            f"{where}: {len(deliveries)} deliveries in {seconds:.1f} s; at one every {source.period_s:.3f} s "
            f"it should be about {expected:.0f}."
        )
    steps_s = [
        after.messages[0].time_s - before.messages[0].time_s
        for before, after in pairwise(deliveries)
        if before.messages and after.messages
    ]
    if abs(median(steps_s) - source.period_s) > RATE_TOLERANCE * source.period_s:
        raise RobotCheckError(
            f"{where}: measures every {median(steps_s):.4f} s, but promises every {source.period_s:.4f} s."
        )


def _check_refusals(driver: Driver, robot: RobotDescription) -> None:
    """Commands nobody takes, and commands to nobody, must be refused with a sentence."""
    unheard = _Unheard(time_s=0.0)
    for name, what in (
        (robot.name, "a command that it does not take"),
        ("nobody's", "a command to a robot that is not there"),
    ):
        try:
            driver.command(name, unheard)
        except LudensError as refusal:
            if len(str(refusal).split()) < 3:
                raise RobotCheckError(
                    f"Robot '{robot.name}' refuses {what} without a sentence: {refusal}"
                ) from refusal
        else:
            raise RobotCheckError(f"Robot '{robot.name}' takes {what} ({_Unheard.__name__}) without a word.")


def _check_base(
    driver: Driver, robot: RobotDescription, sources: dict[tuple[str, str], Source], seen: _Seen
) -> None:
    """A base obeys a gentle turn and comes to rest when made safe."""
    start_s = seen.now_ns * 1e-9
    turned = _last_odometry(driver, robot, sources, seen, until_s=start_s + 1.5, turn_radps=TURN_RADPS)
    if turned is not None and not 0.5 * TURN_RADPS < turned.turn_radps < 1.5 * TURN_RADPS:
        raise RobotCheckError(
            f"Robot '{robot.name}' was told to turn at {TURN_RADPS} rad/s for 1.5 s, but turns at "
            f"{turned.turn_radps:.3f} rad/s."
        )
    driver.make_safe(robot.name)
    driver.make_safe(robot.name)
    rested = _last_odometry(driver, robot, sources, seen, until_s=seen.now_ns * 1e-9 + 2.0, turn_radps=None)
    if rested is not None and (abs(rested.forward_mps) > REST_MPS or abs(rested.turn_radps) > REST_RADPS):
        raise RobotCheckError(
            f"Robot '{robot.name}' was made safe, but 2 s later still moves at {rested.forward_mps:.3f} m/s "
            f"and {rested.turn_radps:.3f} rad/s."
        )


def _last_odometry(
    driver: Driver,
    robot: RobotDescription,
    sources: dict[tuple[str, str], Source],
    seen: _Seen,
    *,
    until_s: float,
    turn_radps: float | None,
) -> Odometry | None:
    """Let time pass, commanding at every delivery; return the robot's last odometry, if it has one."""
    last: Odometry | None = None
    while seen.now_ns < until_s * 1e9:
        _watch(driver, sources, seen, until_s=(seen.now_ns + 1) * 1e-9)
        for delivery in (seen.deliveries[robot.name, source.name][-1] for source in robot.sources):
            for message in delivery.messages:
                if isinstance(message, Odometry):
                    last = message
        if turn_radps is not None:
            command = BaseVelocityCommand(time_s=seen.now_ns * 1e-9, forward_mps=0.0, turn_radps=turn_radps)
            driver.command(robot.name, command)
    return last
