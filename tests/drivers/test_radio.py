"""What robots say to each other travels through the air."""

from typing import Any

import numpy as np

from ludens.core.contract.setup import WHOLE_GAME
from ludens.drivers.radio import RadioDriver
from tests.core.paper_robot import PaperRobot, Picture, Reading, beats, description, drive

NAMES = ("blue1", "blue2", "red1")


def radio(**changes: Any) -> RadioDriver:
    robots = tuple(description(name, body=(), camera=()) for name in NAMES)
    options: dict[str, Any] = {"said": (Reading,), "delay_s": 0.03, "loss": 0.0, **changes}
    return RadioDriver(
        PaperRobot(beats(50, robot="blue1"), robots), random=np.random.default_rng(1), **options
    )


def heard(driver: RadioDriver) -> list[tuple[str, str, int]]:
    deliveries = iter(driver.next_delivery, None)
    return [(d.robot, d.source, d.time_ns) for d in deliveries if d.source.endswith("/radio")]


def test_all_others_hear_a_robot_after_the_delay_under_its_name():
    driver = radio()
    driver.next_delivery()
    driver.command("blue1", Reading(time_s=0.02, value=1.0))
    assert heard(driver) == [("blue2", "blue1/radio", 50_000_000), ("red1", "blue1/radio", 50_000_000)]


def test_teams_do_not_hear_each_other():
    driver = radio(hears=lambda sender, receiver: sender[0] == receiver[0])
    driver.next_delivery()
    driver.command("blue1", Reading(time_s=0.02, value=1.0))
    driver.command("red1", Reading(time_s=0.02, value=1.0))
    assert [receiver for receiver, _, _ in heard(driver)] == ["blue2"]
    sources = {robot.name: [source.name for source in robot.sources][2:] for robot in driver.robots}
    assert sources == {"blue1": ["blue2/radio"], "blue2": ["blue1/radio"], "red1": []}


def test_some_messages_are_lost_and_each_for_itself():
    driver = radio(loss=0.5)
    driver.next_delivery()
    for _ in range(100):
        driver.command("blue1", Reading(time_s=0.02, value=1.0))
    receivers = [receiver for receiver, _, _ in heard(driver)]
    assert 30 < receivers.count("blue2") < 70
    assert receivers.count("blue2") != receivers.count("red1")


def test_the_game_is_heard_by_all_and_has_no_body():
    driver = radio(announced=(Picture,))
    driver.next_delivery()
    driver.command(WHOLE_GAME, Picture(time_s=0.02, value=1.0))
    assert [(robot, source) for robot, source, _ in heard(driver)] == [(name, "game/radio") for name in NAMES]
    driver.make_safe(WHOLE_GAME)
    assert driver.driver.log == []  # type: ignore[attr-defined]


def test_other_commands_go_to_the_robot():
    driver = radio()
    driver.command("blue1", drive(0.02))
    assert driver.driver.log == [drive(0.02)]  # type: ignore[attr-defined]
