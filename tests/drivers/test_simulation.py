import hashlib
import threading
from collections.abc import Iterator

import pytest

from ludens.core.contract.driver import Delivery
from ludens.core.errors import LudensError
from ludens.drivers.simulation import SimulationDriver
from ludens.games.passing.world import PassingWorldOptions, make_world
from ludens.messages import (
    BaseVelocityCommand,
    CameraImage,
    ImuReading,
    MagnetCommand,
    Odometry,
    SceneDescription,
    ScenePoses,
    SonarRing,
)

QUIET = PassingWorldOptions(obstacles=0, noise="off", render=False)


@pytest.fixture
def start() -> Iterator[object]:
    drivers: list[SimulationDriver] = []

    def begin(options: PassingWorldOptions = QUIET, seed: int = 1) -> SimulationDriver:
        drivers.append(SimulationDriver(make_world(options, seed)))
        return drivers[-1]

    yield begin
    for driver in drivers:
        driver.close()


def take(driver: SimulationDriver, seconds: float) -> list[Delivery]:
    deliveries: list[Delivery] = []
    while True:
        delivery = driver.next_delivery()
        assert delivery is not None
        if delivery.time_ns > seconds * 1e9:
            return deliveries
        deliveries.append(delivery)
        if delivery.source == "body":
            command = BaseVelocityCommand(time_s=delivery.time_ns * 1e-9, forward_mps=0.1, turn_radps=0.6)
            driver.command(delivery.robot, command)


def fingerprint(deliveries: list[Delivery]) -> str:
    digest = hashlib.sha256()
    for delivery in deliveries:
        digest.update(f"{delivery.time_ns} {delivery.robot} {delivery.source}".encode())
        for message in delivery.messages:
            if isinstance(message, CameraImage):
                digest.update(message.pixels_rgb.tobytes() + message.jpeg)
            else:
                digest.update(repr(message).encode())
    return digest.hexdigest()


def test_the_body_comes_every_20_ms_exactly_with_sonar_every_second_time(start):
    bodies = [delivery for delivery in take(start(), 1.0) if delivery.source == "body"]
    assert [delivery.time_ns for delivery in bodies] == [20_000_000 * number for number in range(51)]
    for number, delivery in enumerate(bodies):
        kinds = {type(message) for message in delivery.messages}
        assert kinds == ({Odometry, ImuReading, SonarRing} if number % 2 == 0 else {Odometry, ImuReading})
        assert all(message.time_s == delivery.time_ns * 1e-9 for message in delivery.messages)


@pytest.mark.parametrize("latency_s", [0.0, 0.1, 0.137, 0.5])
def test_the_camera_arrives_exactly_as_late_as_told_with_the_time_of_capture(start, latency_s):
    options = PassingWorldOptions(obstacles=0, noise="off", latency_s=latency_s)
    images = [delivery for delivery in take(start(options), 1.2) if delivery.source == "camera"]
    assert len(images) >= 7
    for number, delivery in enumerate(images):
        (image,) = delivery.messages
        assert image.time_s == pytest.approx(0.1 * number, abs=1e-12)
        assert delivery.time_ns == 100_000_000 * number + round(latency_s * 1e9)


def test_a_picture_shows_the_moment_of_capture_not_of_arrival(start):
    """Standing or turning after the shutter gives the same picture."""
    pictures = []
    for turn_radps in (0.0, 1.0):
        driver = start(PassingWorldOptions(obstacles=0, noise="off", latency_s=0.5))
        while (delivery := driver.next_delivery()) is not None and delivery.source != "camera":
            if delivery.source == "body":
                driver.command("", BaseVelocityCommand(time_s=0.0, forward_mps=0.0, turn_radps=turn_radps))
        assert delivery is not None
        pictures.append(delivery.messages[0].jpeg)
    assert pictures[0] == pictures[1]


def test_deliveries_come_in_order_even_when_latency_jitters(start):
    deliveries = take(start(PassingWorldOptions(noise="harsh"), seed=3), 3.0)
    times = [delivery.time_ns for delivery in deliveries]
    assert times == sorted(times)
    captures = [delivery.messages[0].time_s for delivery in deliveries if delivery.source == "camera"]
    assert captures == sorted(captures)


@pytest.mark.parametrize("robots", [1, 2])
def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(start, robots):
    options = PassingWorldOptions(robots=robots, ball="rolling")
    one, again, other = (fingerprint(take(start(options, seed), 1.5)) for seed in (4, 4, 5))
    assert one == again != other


def test_one_sensor_more_leaves_the_noise_of_the_others_alone(start):
    def sonar(render: bool) -> list[object]:
        deliveries = take(start(PassingWorldOptions(render=render), seed=2), 1.0)
        return [m for d in deliveries for m in d.messages if isinstance(m, SonarRing | Odometry | ImuReading)]

    assert sonar(render=True) == sonar(render=False)


def test_without_rendering_there_is_no_camera(start):
    (robot,) = start(QUIET).robots
    assert [source.name for source in robot.sources] == ["body"]
    (seeing,) = start(PassingWorldOptions()).robots
    assert [source.name for source in seeing.sources] == ["body", "camera"]


def test_onlookers_get_the_scene_once_and_poses_ten_times_a_second(start):
    shows = [delivery for delivery in take(start(), 1.0) if delivery.source == "spectator"]
    assert [delivery.time_ns for delivery in shows] == [100_000_000 * number for number in range(11)]
    assert all(delivery.robot == "" for delivery in shows)
    assert [type(message) for message in shows[0].messages] == [SceneDescription, ScenePoses]
    assert all([type(message) for message in show.messages] == [ScenePoses] for show in shows[1:])


def test_two_robots_deliver_and_obey_under_their_names(start):
    driver = start(PassingWorldOptions(obstacles=0, noise="off", render=False, robots=2))
    assert [robot.name for robot in driver.robots] == ["alpha", "beta"]
    last = {}
    while (delivery := driver.next_delivery()) is not None and delivery.time_ns < 2 * 10**9:
        if delivery.source == "body":
            last[delivery.robot] = delivery.messages[0]
            turn_radps = {"alpha": 0.5, "beta": -0.5}[delivery.robot]
            driver.command(
                delivery.robot, BaseVelocityCommand(time_s=0.0, forward_mps=0.0, turn_radps=turn_radps)
            )
    assert last["alpha"].turn_radps == pytest.approx(0.5, rel=0.02)
    assert last["beta"].turn_radps == pytest.approx(-0.5, rel=0.02)


def test_commands_to_nobody_and_of_unknown_kinds_are_refused(start):
    driver = start(PassingWorldOptions(robots=2, render=False))
    with pytest.raises(LudensError, match="no robot called 'alpah' here; did you mean 'alpha'"):
        driver.command("alpah", BaseVelocityCommand(time_s=0.0, forward_mps=0.0, turn_radps=0.0))
    with pytest.raises(LudensError, match="does not take a MagnetCommand; it takes BaseVelocityCommand"):
        driver.command("alpha", MagnetCommand(time_s=0.0, on=True))
    with pytest.raises(LudensError, match="no robot called 'gamma'"):
        driver.make_safe("gamma")


def test_after_close_nothing_comes_and_closing_again_is_fine(start):
    driver = start(PassingWorldOptions(obstacles=0))
    take(driver, 0.3)
    driver.close()
    driver.close()
    assert driver.next_delivery() is None


def test_it_can_be_closed_while_another_thread_waits_for_it(start):
    driver = start(PassingWorldOptions(obstacles=0))
    took: list[Delivery] = []

    def wait() -> None:
        while (delivery := driver.next_delivery()) is not None:
            took.append(delivery)

    thread = threading.Thread(target=wait)
    thread.start()
    while len(took) < 20:
        pass
    driver.close()
    thread.join(timeout=30.0)
    assert not thread.is_alive()
