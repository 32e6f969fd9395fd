"""The driver of a NAO against a robot moved by hand, with maps from the independent codec."""

from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.drivers.lola.client import LolaDriver
from ludens.drivers.lola.layout import ConnectionLost, LolaError, StreamError
from ludens.messages import (
    BaseVelocityCommand,
    BatteryState,
    FootPressure,
    ImuReading,
    JointCommand,
    JointReadings,
    LedCommand,
    Message,
    SonarRing,
    TorsoAngles,
    TouchState,
)
from ludens.robots.nao import JOINTS, LIMITS
from tests.drivers.lola.independent import pack, sensor_map
from tests.drivers.lola.puppet import BodyClock, Puppet, serving, socket_path, wait_for
from tests.drivers.lola.robot_by_hand import HastyClock, StoppedClock, robot_by_hand

ZERO = [0.0] * 25


def posture(
    position_rad: float = 0.0, stiffness: float = 1.0, names: tuple[str, ...] = JOINTS
) -> JointCommand:
    count = len(names)
    return JointCommand(
        time_s=0.0, names=names, positions_rad=(position_rad,) * count, stiffnesses=(stiffness,) * count
    )


def one(kind: type[Message], messages: tuple[Message, ...]) -> Any:
    (found,) = (message for message in messages if isinstance(message, kind))
    return found


def test_a_map_becomes_messages_in_our_units_and_signs():
    with robot_by_hand(clock=StoppedClock(5_000_000_000), name="nao") as robot:
        delivery = robot.deliver()
    assert (delivery.time_ns, delivery.robot, delivery.source) == (5_000_000_000, "nao", "body")
    assert {message.time_s for message in delivery.messages} == {5.0}
    sent, heard = sensor_map(), delivery.messages
    joints, imu, feet = one(JointReadings, heard), one(ImuReading, heard), one(FootPressure, heard)
    assert joints.position_rad.tolist() == sent["Position"]
    assert joints.current_a.tolist() == sent["Current"]
    assert joints.temperature_c.tolist() == sent["Temperature"]
    assert joints.stiffness.tolist() == sent["Stiffness"]
    assert joints.status.tolist() == sent["Status"]
    assert imu.angular_velocity_radps == (0.0078125, -0.25, 1.5)
    assert imu.linear_acceleration_mps2 == pytest.approx((-0.25, 0.5, 9.3))
    assert feet.left_n == pytest.approx([kilograms * 9.81 for kilograms in sent["FSR"][:4]])
    assert feet.right_n == pytest.approx([kilograms * 9.81 for kilograms in sent["FSR"][4:]])
    assert one(TouchState, heard).pressed == ("chest button", "left foot bumper left")
    assert one(SonarRing, heard).ranges_m == (0.5, 0.75)
    angles, battery = one(TorsoAngles, heard), one(BatteryState, heard)
    assert (angles.roll_rad, angles.pitch_rad) == (0.015625, -0.03125)
    assert (battery.charge, battery.status, battery.current_a, battery.temperature_c) == (
        0.75,
        32,
        -1.5,
        31.0,
    )


def test_everything_promised_is_delivered():
    with robot_by_hand() as robot:
        delivery = robot.deliver()
        assert {type(message) for message in delivery.messages} == set(
            robot.driver.robots[0].sources[0].delivers()
        )


def test_an_echo_is_told_once_until_the_sonars_have_fired_again():
    clock = StoppedClock()
    with robot_by_hand(clock=clock) as robot:
        told_at = []
        for count in range(20):
            clock.time_ns = count * 12_000_000
            ranges_m = [0.5, 0.25] if count < 12 else [0.5, 0.75]
            if any(isinstance(message, SonarRing) for message in robot.deliver(Sonar=ranges_m).messages):
                told_at.append(count)
    assert told_at == [0, 8, 12]


class TestAnswers:
    def test_a_command_is_the_answer_and_there_is_one(self):
        with robot_by_hand() as robot:
            robot.deliver(Position=ZERO)
            robot.driver.command("", posture(0.03125))
            robot.driver.command("", posture(0.0625))
            first = robot.answer()
            robot.deliver(Position=ZERO)
            assert robot.all_answers() == []
            robot.driver.command("", posture(0.0625))
            second = robot.answer()
        assert first["Position"][0] == 0.03125
        assert second["Position"][0] == 0.0625
        assert first["Stiffness"] == [1.0] * 25
        assert first["Sonar"] == [True, True]

    def test_without_a_command_the_last_one_is_repeated(self):
        with robot_by_hand(clock=HastyClock(), patience_s=0.05) as robot:
            robot.deliver(Position=ZERO)
            robot.driver.command("", posture(0.0))
            robot.answer()
            robot.deliver(Position=ZERO)
            with pytest.raises(LolaError):
                robot.driver.next_delivery()
            repeated, limp = robot.all_answers()
        assert repeated["Stiffness"] == [1.0] * 25
        assert limp["Stiffness"] == ZERO

    def test_until_it_is_commanded_the_robot_stays_as_it_is_limp_or_stiff(self):
        with robot_by_hand() as robot:
            robot.deliver()
            robot.driver.make_safe("")
            answer = robot.answer()
        assert "Stiffness" not in answer
        assert "Position" not in answer

    def test_a_command_for_some_joints_leaves_the_others(self):
        with robot_by_hand() as robot:
            robot.deliver(Position=ZERO)
            robot.driver.command("", posture(0.0, stiffness=0.5))
            robot.deliver(Position=ZERO)
            robot.driver.command("", posture(0.03125, stiffness=0.75, names=("HeadYaw", "RHand")))
            answer = robot.all_answers()[-1]
        assert answer["Position"][0] == answer["Position"][24] == 0.03125
        assert answer["Stiffness"] == [0.75, *[0.5] * 23, 0.75]
        assert answer["Position"][10] == 0.0

    def test_lights_go_out_with_the_next_answer(self):
        with robot_by_hand() as robot:
            robot.deliver()
            colours = {"LEye/45": (1.0, 0.5, 0.25), "Chest": (0.0, 2.0, 0.0), "Skull/3": (0.1, 0.5, 0.2)}
            robot.driver.command("", LedCommand(time_s=0.0, colours=colours))
            assert robot.all_answers() == []
            robot.driver.command("", posture())
            answer = robot.answer()
        assert answer["LEye"][0::8] == [1.0, 0.5, 0.25]
        assert answer["Chest"] == [0.0, 1.0, 0.0]
        assert answer["Skull"] == [0.0, 0.0, 0.0, 0.5, *[0.0] * 8]

    def test_a_reader_that_was_late_takes_the_newest_map(self):
        with robot_by_hand() as robot:
            robot.socket.sendall(b"".join(pack(sensor_map(Sonar=[0.25 * count, 0.5])) for count in range(4)))
            delivery = robot.driver.next_delivery()
            assert delivery is not None
            assert one(SonarRing, delivery.messages).ranges_m[0] == 0.75


class TestSafety:
    def test_positions_stay_inside_limits(self):
        with robot_by_hand() as robot:
            answers = []
            for _ in range(60):
                robot.deliver(Position=ZERO)
                robot.driver.command("", posture(5.0))
                answers.append(robot.answer())
        highest = [LIMITS[joint].highest_rad for joint in JOINTS]
        assert answers[-1]["Position"] == pytest.approx(highest, abs=1e-6)

    def test_no_joint_is_told_to_go_faster_than_it_can(self):
        with robot_by_hand() as robot:
            track = []
            for _ in range(20):
                robot.deliver(Position=[0.25] * 25)
                robot.driver.command("", posture(1.0))
                track.append(robot.answer()["Position"])
        speed_radps = np.diff(np.array(track), axis=0) / 0.012
        for joint, fastest in zip(JOINTS, speed_radps.max(axis=0), strict=True):
            assert fastest <= LIMITS[joint].speed_radps * 1.001
        assert track[0][0] == pytest.approx(0.25 + LIMITS["HeadYaw"].speed_radps * 0.012, abs=1e-6)

    def test_made_safe_it_holds_where_it_is_and_does_not_follow_what_sags(self):
        with robot_by_hand() as robot:
            robot.deliver(Position=ZERO)
            robot.driver.command("", posture(0.5, stiffness=0.75))
            robot.deliver(Position=[0.03125] * 25)
            robot.driver.make_safe("")
            held = robot.all_answers()[-1]
            robot.deliver(Position=[0.0] * 25)
            robot.driver.make_safe("")
            still = robot.answer()
        assert held["Position"][0] == still["Position"][0] == 0.03125
        assert held["Stiffness"] == still["Stiffness"] == [0.75] * 25

    def test_a_joint_that_becomes_stiff_starts_where_it_is(self):
        with robot_by_hand() as robot:
            robot.deliver(Position=ZERO)
            robot.driver.command("", posture(0.0, stiffness=1.0))
            robot.deliver(Position=ZERO)
            robot.driver.command("", posture(0.0, stiffness=0.0))
            robot.deliver(Position=[0.5] * 25)  # moved by hand
            robot.driver.command("", posture(0.5, stiffness=1.0))
            answer = robot.all_answers()[-1]
        assert answer["Position"][0] == 0.5

    def test_a_reading_that_is_no_number_is_delivered_but_not_believed(self):
        with robot_by_hand() as robot:
            robot.deliver(Position=[0.125] * 25)
            robot.driver.command("", posture(0.125, stiffness=0.0))
            delivery = robot.deliver(Position=[float("nan")] * 25)
            robot.driver.make_safe("")
            answer = robot.all_answers()[-1]
        assert np.isnan(one(JointReadings, delivery.messages).position_rad).all()
        assert answer["Position"][0] == 0.125

    def test_closing_takes_the_stiffness_away_little_by_little(self):
        body = Puppet()
        with socket_path() as path, serving(body, path, lockstep=True):
            driver = LolaDriver(path, clock=BodyClock(body), release_s=0.12)
            driver.next_delivery()
            driver.command("", posture(0.0))
            driver.next_delivery()
            driver.close()
            driver.close()
            assert driver.next_delivery() is None
            wait_for(lambda: body.made_safe == 1)
        stiffness = [
            float(np.max(command.stiffness)) for command in body.applied if command.stiffness is not None
        ]
        assert stiffness == sorted(stiffness, reverse=True)
        assert stiffness == pytest.approx([1.0, *np.linspace(1.0, 0.1, 10), 0.0])

    def test_closing_lets_a_waiting_thread_return(self):
        with robot_by_hand() as robot:
            returned: list[Any] = []
            waiting = Thread(target=lambda: returned.append(robot.driver.next_delivery()))
            waiting.start()
            robot.driver.close()
            waiting.join(20.0)
        assert returned == [None]


class TestTrouble:
    """A peer that stops, floods, sends garbage or goes: a sentence, and a limp robot if it listens."""

    @pytest.mark.parametrize(
        ("sent", "words"),
        [
            (b"", r"sent no sensor map for 0\.1 s"),
            (pack(sensor_map())[:500], "Of the last map only 500 bytes came"),
            (pack(sensor_map(Touch=[1.0])), "could not be used: 'Touch' holds 1 values; it must hold 14"),
            (pack({"Position": ZERO}), "could not be used: The sensor map lacks Accelerometer"),
            (pack({}) * 10, "could not be used: The sensor map lacks"),
        ],
    )
    def test_nothing_that_can_be_used(self, sent: bytes, words: str):
        with robot_by_hand(clock=HastyClock(), patience_s=0.1) as robot:
            robot.deliver(Position=ZERO)
            robot.driver.command("", posture())
            robot.answer()
            robot.socket.sendall(sent)
            with pytest.raises(LolaError, match=words):
                robot.driver.next_delivery()
            assert robot.all_answers()[-1]["Stiffness"] == ZERO

    @pytest.mark.parametrize("garbage", [b"\x00" * 896, b"segmentation fault\n", b"\xdf\xff\xff\xff\xff"])
    def test_garbage(self, garbage: bytes):
        with robot_by_hand() as robot:
            robot.deliver(Position=ZERO)
            robot.driver.command("", posture())
            robot.answer()
            robot.socket.sendall(garbage)
            with pytest.raises(StreamError, match="A map"):
                robot.driver.next_delivery()
            assert robot.answer()["Stiffness"] == ZERO

    def test_a_flood(self):
        with robot_by_hand() as robot:

            def flood() -> None:
                try:
                    while True:
                        robot.socket.sendall(pack(sensor_map()) * 50)
                except OSError:
                    pass

            flooding = Thread(target=flood)
            flooding.start()
            with pytest.raises(StreamError, match="LoLA floods the link"):
                read_without_end(robot.driver)
            flooding.join(20.0)
            assert not flooding.is_alive()

    def test_the_robot_goes(self):
        with robot_by_hand() as robot:
            robot.deliver()
            robot.socket.close()
            with pytest.raises(ConnectionLost, match=r"LoLA closed the connection|LoLA has gone"):
                robot.driver.next_delivery()

    def test_the_robot_goes_in_the_middle_of_a_map(self):
        with robot_by_hand() as robot:
            robot.socket.sendall(pack(sensor_map())[:300])
            robot.socket.close()
            with pytest.raises(ConnectionLost, match="after 300 bytes"):
                robot.driver.next_delivery()

    def test_commands_to_a_robot_that_has_gone_harm_nobody(self):
        with robot_by_hand() as robot:
            robot.deliver()
            robot.socket.close()
            robot.driver.command("", posture())
            robot.driver.make_safe("")
            with pytest.raises(ConnectionLost):
                robot.driver.next_delivery()
            with pytest.raises(ConnectionLost):
                robot.driver.next_delivery()
            robot.driver.command("", posture())
            robot.driver.make_safe("")

    def test_one_bad_map_is_passed_over(self):
        with robot_by_hand() as robot:
            robot.socket.sendall(pack(sensor_map(Touch=[1.0])))
            reading = Thread(target=lambda: received.append(robot.driver.next_delivery()))
            received: list[Any] = []
            reading.start()
            while not robot.all_answers():  # the bad one was read, and answered
                pass
            robot.socket.sendall(pack(sensor_map()))
            reading.join(20.0)
        assert one(SonarRing, received[0].messages).ranges_m == (0.5, 0.75)

    def test_nobody_there(self, tmp_path: Path):
        with pytest.raises(LolaError, match=r"Nobody offers LoLA at .*: No such file.*ludens nao serve"):
            LolaDriver(tmp_path / "nobody")


class Dance(Message):
    """A command that no robot takes."""


class TestRefusals:
    @pytest.mark.parametrize(
        ("command", "words"),
        [
            (posture(names=("HeadJaw",)), "no joint called 'HeadJaw'; did you mean 'HeadYaw'"),
            (posture(float("nan")), "not a number"),
            (posture(stiffness=float("inf")), "not a number"),
            (
                JointCommand(time_s=0.0, names=("HeadYaw",), positions_rad=(), stiffnesses=(1.0,)),
                "names 1 joints, but holds 0 positions and 1 stiffnesses",
            ),
            (LedCommand(time_s=0.0, colours={"LEar/77": (1.0, 1.0, 1.0)}), "no light called 'LEar/77'"),
            (
                BaseVelocityCommand(time_s=0.0, forward_mps=1.0, turn_radps=0.0),
                "does not take a BaseVelocityCommand",
            ),
            (Dance(time_s=0.0), "it takes JointCommand, LedCommand"),
        ],
    )
    def test_a_command_that_makes_no_sense(self, command: Message, words: str):
        with robot_by_hand() as robot:
            robot.deliver()
            with pytest.raises(LudensError, match=words):
                robot.driver.command("", command)
            assert robot.all_answers() == []

    def test_a_robot_of_another_name(self):
        with robot_by_hand(name="nao") as robot:
            with pytest.raises(
                LudensError, match="no robot called 'pepper' here; there is one, called 'nao'"
            ):
                robot.driver.command("pepper", posture())
            with pytest.raises(LudensError, match="no robot called"):
                robot.driver.make_safe("pepper")


def read_without_end(driver: LolaDriver) -> None:
    while driver.next_delivery() is not None:
        pass
