"""Controls in a person's hand: wishes come as deliveries, with any driver."""

import pytest
from msgspec import structs

from ludens.core.contract.driver import Delivery, RobotDescription, behind
from ludens.core.errors import LudensError
from ludens.drivers.check import check_robot
from ludens.drivers.remote import RemoteDriver
from ludens.drivers.replay import ReplayDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.messages import Message, RemoteCommand
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions


class Script:
    """A driver that delivers at given moments."""

    def __init__(self, *times_ms: int) -> None:
        self.robots = (RobotDescription("", "nao", ()),)
        self.times_ms = list(times_ms)
        self.done: list[str] = []

    def next_delivery(self) -> Delivery | None:
        return Delivery(self.times_ms.pop(0) * 1_000_000, "", "body", ()) if self.times_ms else None

    def command(self, robot: str, command: Message) -> None:
        self.done.append(type(command).__name__)

    def make_safe(self, robot: str) -> None:
        self.done.append("safe")

    def close(self) -> None:
        self.done.append("closed")


def told(driver: RemoteDriver) -> list[tuple[int, RemoteCommand]]:
    """Moments in ms and wishes of all that is still delivered."""
    wishes = []
    before_ns = 0
    while (delivery := driver.next_delivery()) is not None:
        assert delivery.time_ns >= before_ns
        before_ns = delivery.time_ns
        for message in delivery.messages:
            assert isinstance(message, RemoteCommand)
            wishes.append((delivery.time_ns // 1_000_000, message))
    return wishes


def test_wishes_come_twenty_times_a_second_and_never_pile_up():
    driver = RemoteDriver(Script(4, 16, 60, 104, 5_000, 5_012))
    assert [moment_ms for moment_ms, _ in told(driver)] == [4, 54, 104, 4_954, 5_004]


def test_a_speed_lapses_unless_it_is_told_again():
    driver = RemoteDriver(Script(*range(0, 1_000, 10)))
    driver.next_delivery()
    driver.drive("", forward_mps=0.1, left_mps=0.02, turn_radps=-0.3, lasts_s=0.3)
    speeds = {moment_ms: wish.forward_mps for moment_ms, wish in told(driver)}
    assert speeds[250] == 0.1
    assert speeds[300] == speeds[950] == 0.0


def test_a_motion_stays_wanted_and_leaves_the_speed_alone():
    driver = RemoteDriver(Script(*range(0, 500, 10)))
    driver.drive("", forward_mps=0.1, left_mps=0.0, turn_radps=0.0, lasts_s=9.0)
    driver.tell("", structs.replace(driver.commanded(""), forward_mps=7.0, motion="sit", asked=1))
    _, wish = told(driver)[-1]
    assert (wish.motion, wish.asked, wish.forward_mps) == ("sit", 1, 0.1)
    assert wish.time_s == 0.45


def test_commands_reach_the_robot_and_strangers_are_refused():
    inner = Script(0)
    driver = RemoteDriver(inner)
    driver.command("", RemoteCommand(time_s=0.0))
    driver.make_safe("")
    driver.close()
    assert inner.done == ["RemoteCommand", "safe", "closed"]
    assert behind(driver, Script) is inner
    assert behind(driver, ReplayDriver) is None
    with pytest.raises(LudensError, match="no robot called 'bob'"):
        driver.commanded("bob")


@pytest.mark.parametrize("robots", [1, 2])
def test_a_simulated_robot_with_controls_passes_the_check(robots: int):
    world = NaoWorld(NaoWorldOptions(robots=robots), seed=901)
    check_robot(RemoteDriver(SimulationDriver(world)), seconds=1.1)
