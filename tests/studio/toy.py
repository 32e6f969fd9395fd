"""A toy game for the studio's tests: a robot that looks for a ball, on a plane without physics."""

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.capabilities import BASE_VELOCITY, CAMERA, ODOMETRY, SONAR
from ludens.core.contract.driver import Delivery, RobotDescription, Source
from ludens.core.contract.module import Module
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.errors import LudensError
from ludens.core.recording import Recording
from ludens.core.runtime.game import Game, Launch
from ludens.drivers.replay import ReplayDriver
from ludens.geometry import Pose2
from ludens.messages import (
    Arrow,
    BaseVelocityCommand,
    CameraImage,
    Circle,
    Drawing,
    Ellipse,
    Message,
    Odometry,
    Polyline,
    SceneDescription,
    SceneEntity,
    ScenePoses,
    SceneShape,
    SonarRing,
    StateReport,
    Text,
)
from ludens.studio.page import StudioPage
from ludens.studio.recordings import RecordingFolder, Replay
from ludens.studio.session import Session
from ludens.studio.stage import OfferedGame, Programme, UnfinishedGame

BODY_PERIOD_NS = 20_000_000
CAMERA_PERIOD_NS = 100_000_000
WIDTH_PX, HEIGHT_PX, FOCAL_PX = 320, 240, 300.0
SONARS = 16
UNTURNED = (1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class ToyOptions:
    """What the toy world can be told."""

    ball_distance_m: Annotated[float, Meta(ge=0.5, description="How far away the ball lies.")] = 2.0
    camera: Annotated[bool, Meta(description="Whether the robot has its camera on.")] = True


class ToyDriver:
    """Integrates the commanded velocity; the camera paints a ball where it is."""

    def __init__(self, options: ToyOptions, seed: int) -> None:
        random = np.random.default_rng(seed)
        angle_rad = random.uniform(-0.3, 0.3)
        self.ball = np.array([math.cos(angle_rad), math.sin(angle_rad)]) * options.ball_distance_m
        self.pose = Pose2(0.0, 0.0, -0.7)
        self.commanded = BaseVelocityCommand(time_s=0.0, forward_mps=0.0, turn_radps=0.0)
        self.safe = 0
        self.closed = False
        self._camera = options.camera
        self._time_ns = 0
        self._pending = [Delivery(0, "", "spectator", (self._scene(), self._poses()))]

    @property
    def robots(self) -> tuple[RobotDescription, ...]:
        return (
            RobotDescription(
                "",
                "toy",
                (Source("body", 0.02, (ODOMETRY, SONAR)), Source("camera", 0.1, (CAMERA,))),
                (BASE_VELOCITY,),
            ),
        )

    def next_delivery(self) -> Delivery | None:
        if not self._pending:
            self._advance()
        return self._pending.pop(0)

    def command(self, robot: str, command: Message) -> None:
        assert isinstance(command, BaseVelocityCommand)
        self.commanded = command

    def make_safe(self, robot: str) -> None:
        self.safe += 1
        self.commanded = BaseVelocityCommand(time_s=0.0, forward_mps=0.0, turn_radps=0.0)

    def close(self) -> None:
        self.closed = True

    def push_ball(self) -> None:
        """What the game's own button does."""
        self.ball = self.ball + np.array([0.0, 0.8])

    def _advance(self) -> None:
        self._time_ns += BODY_PERIOD_NS
        step_s = BODY_PERIOD_NS / 1e9
        forward_m = self.commanded.forward_mps * step_s
        turn_rad = self.commanded.turn_radps * step_s
        self.pose = self.pose @ Pose2(forward_m, 0.0, turn_rad)
        time_s = self._time_ns / 1e9
        odometry = Odometry(
            time_s=time_s,
            odometry_from_robot=self.pose,
            forward_mps=self.commanded.forward_mps,
            turn_radps=self.commanded.turn_radps,
        )
        ranges = tuple(2.5 + 0.4 * math.sin(3 * k + time_s) for k in range(SONARS))
        self._pending.append(
            Delivery(self._time_ns, "", "body", (odometry, SonarRing(time_s=time_s, ranges_m=ranges)))
        )
        if self._camera and self._time_ns % CAMERA_PERIOD_NS == 0:
            self._pending.append(Delivery(self._time_ns, "", "camera", (self._image(time_s),)))
        if self._time_ns % (2 * BODY_PERIOD_NS) == 0:
            self._pending.append(Delivery(self._time_ns, "", "spectator", (self._poses(),)))

    def ball_in_robot(self) -> tuple[float, float]:
        cosine, sine = math.cos(self.pose.yaw_rad), math.sin(self.pose.yaw_rad)
        x_m, y_m = self.ball[0] - self.pose.x_m, self.ball[1] - self.pose.y_m
        return cosine * x_m + sine * y_m, -sine * x_m + cosine * y_m

    def _image(self, time_s: float) -> CameraImage:
        canvas = np.full((HEIGHT_PX, WIDTH_PX, 3), (178, 190, 200), dtype=np.uint8)
        canvas[HEIGHT_PX // 2 :] = (120, 128, 122)
        x_m, y_m = self.ball_in_robot()
        if x_m > 0.2:
            column, row = WIDTH_PX / 2 - FOCAL_PX * y_m / x_m, HEIGHT_PX / 2 + FOCAL_PX * 0.15 / x_m
            radius = max(1, round(FOCAL_PX * 0.11 / x_m))
            cv2.circle(canvas, (round(column), round(row)), radius, (60, 190, 70), -1)
        encoded = cv2.imencode(".jpg", canvas)[1].tobytes()
        decoded: Any = cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR)
        return CameraImage(time_s=time_s, pixels_rgb=decoded[:, :, ::-1].astype(np.uint8), jpeg=encoded)

    def _scene(self) -> SceneDescription:
        def box(size: tuple[float, float, float], at: tuple[float, float, float], colour: str) -> SceneShape:
            red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
            return SceneShape(
                kind="box", size_m=size, position_m=at, orientation=UNTURNED,
                colour_rgba=(red, green, blue, 1.0),
            )  # fmt: skip

        body = box((0.45, 0.38, 0.2), (0, 0, 0.15), "#d83a34")
        top = box((0.3, 0.3, 0.04), (0, 0, 0.27), "#22252a")
        eye = box((0.06, 0.1, 0.08), (0.15, 0, 0.33), "#15181c")
        wheel = SceneShape(
            kind="cylinder", size_m=(0.18, 0.18, 0.05), position_m=(0.05, 0.2, 0.09),
            orientation=(0.7071068, 0.7071068, 0.0, 0.0), colour_rgba=(0.1, 0.1, 0.1, 1.0),
        )  # fmt: skip
        ball = SceneShape(
            kind="sphere", size_m=(0.22, 0.22, 0.22), position_m=(0, 0, 0),
            orientation=UNTURNED, colour_rgba=(0.2, 0.7, 0.25, 1.0),
        )  # fmt: skip
        walls = tuple(
            box(size, at, "#c9b48a")
            for size, at in (
                ((6.2, 0.1, 0.4), (0.0, 3.0, 0.2)),
                ((6.2, 0.1, 0.4), (0.0, -3.0, 0.2)),
                ((0.1, 6.0, 0.4), (3.05, 0.0, 0.2)),
                ((0.1, 6.0, 0.4), (-3.05, 0.0, 0.2)),
            )
        )
        floor = box((6.0, 6.0, 0.02), (0.0, 0.0, -0.01), "#8d9a86")
        return SceneDescription(
            time_s=0.0,
            entities=(
                SceneEntity(name="room", shapes=(floor, *walls)),
                SceneEntity(name="robot", shapes=(body, top, eye, wheel)),
                SceneEntity(name="ball", shapes=(ball,)),
            ),
        )

    def _poses(self) -> ScenePoses:
        half_rad = self.pose.yaw_rad / 2
        return ScenePoses(
            time_s=self._time_ns / 1e9,
            names=("room", "robot", "ball"),
            positions_m=(
                (0.0, 0.0, 0.0),
                (self.pose.x_m, self.pose.y_m, 0.0),
                (float(self.ball[0]), float(self.ball[1]), 0.11),
            ),
            orientations=(UNTURNED, (math.cos(half_rad), 0.0, 0.0, math.sin(half_rad)), UNTURNED),
        )


class BallSeen(Message):
    """The ball relative to the robot."""

    bearing_rad: float
    distance_m: float


@dataclass(frozen=True, slots=True)
class BallFinderParameters:
    """How green a pixel must be."""

    green_margin: Annotated[
        int, Meta(ge=1, le=200, description="Green must exceed red and blue by this much (of 255).")
    ] = 40
    minimum_pixels: Annotated[int, Meta(ge=1, le=10_000, description="Smaller spots are no ball.")] = 20


class BallFinder(Module[BallFinderParameters]):
    """Finds the green spot."""

    budget_s = 0.015

    def cycle(self, image: CameraImage) -> BallSeen | None:
        pixels = image.pixels_rgb.astype(np.int16)
        mask = pixels[:, :, 1] - np.maximum(pixels[:, :, 0], pixels[:, :, 2]) > self.parameters.green_margin
        self.debug.image("mask", lambda: np.repeat(mask[:, :, None] * np.uint8(255), 3, axis=2))
        rows, columns = np.nonzero(mask)
        if len(rows) < self.parameters.minimum_pixels:
            return None
        column, row = float(columns.mean()), float(rows.mean())
        radius = math.sqrt(len(rows) / math.pi)
        self.debug.drawing(
            "ball",
            lambda: Drawing(
                frame="image",
                shapes=(
                    Circle(center=(column, row), radius=radius, colour="#ffd166"),
                    Text(at=(column, row - radius - 6), words="ball", colour="#ffd166"),
                ),
            ),
        )
        return BallSeen(
            time_s=image.time_s,
            bearing_rad=math.atan2(WIDTH_PX / 2 - column, FOCAL_PX),
            distance_m=FOCAL_PX * 0.11 / radius,
        )


@dataclass(frozen=True, slots=True)
class DriverSkillParameters:
    """How it drives."""

    forward_mps: Annotated[float, Meta(ge=0.0, le=1.5, description="Speed towards the ball.")] = 0.3
    near_m: Annotated[float, Meta(ge=0.3, le=3.0, description="Nearer than this it turns away.")] = 0.7
    breaks: Annotated[bool, Meta(description="Raise in every cycle, to see how faults are shown.")] = False
    stops_m: Annotated[
        tuple[float, ...], Meta(max_length=3, description="Distances at which it looks about.")
    ] = ()


class DriverSkill(Module[DriverSkillParameters]):
    """Search, approach, turn away."""

    budget_s = 0.002

    def start(self) -> None:
        self._state, self._since_s, self._reason = "search", 0.0, "the game begins"
        self._seen: BallSeen | None = None

    def cycle(
        self, odometry: Odometry, sonar: SonarRing, ball: BallSeen | None
    ) -> tuple[BaseVelocityCommand, StateReport]:
        if self.parameters.breaks:
            raise ValueError("told to break")
        now_s = odometry.time_s
        if ball is not None:
            self._seen = ball
        seen = self._seen if self._seen is not None and now_s - self._seen.time_s < 0.5 else None
        self._decide(now_s, seen)
        forward_mps, turn_radps = 0.0, 0.5
        if self._state == "approach" and seen is not None:
            forward_mps, turn_radps = self.parameters.forward_mps, 1.5 * seen.bearing_rad
        elif self._state == "turn":
            forward_mps, turn_radps = 0.15, 0.9
        self.debug.plot("forward_mps", forward_mps)
        self.debug.drawing("vector", lambda: self._vector(forward_mps, turn_radps))
        self.debug.drawing("sonar", lambda: self._sonar(sonar))
        if seen is not None:
            self.debug.drawing("belief", lambda: self._belief(seen))
        return (
            BaseVelocityCommand(time_s=now_s, forward_mps=forward_mps, turn_radps=turn_radps),
            StateReport(
                time_s=now_s,
                state=self._state,
                since_s=self._since_s,
                reason=self._reason,
                states=("search", "approach", "turn"),
                transitions=(
                    ("search", "approach"),
                    ("approach", "turn"),
                    ("turn", "search"),
                    ("approach", "search"),
                ),
            ),
        )  # fmt: skip

    def _decide(self, now_s: float, seen: BallSeen | None) -> None:
        if self._state == "search" and seen is not None:
            self._enter("approach", now_s, f"a ball is {seen.distance_m:.1f} m away")
        elif self._state == "approach" and seen is None:
            self._enter("search", now_s, "the ball was lost")
        elif self._state == "approach" and seen is not None and seen.distance_m < self.parameters.near_m:
            self._enter("turn", now_s, "the ball is near")
        elif self._state == "turn" and now_s - self._since_s > 2.0:
            self._enter("search", now_s, "turned for 2 s")

    def _enter(self, state: str, now_s: float, reason: str) -> None:
        self._state, self._since_s, self._reason = state, now_s, reason

    def _vector(self, forward_mps: float, turn_radps: float) -> Drawing:
        tip = (forward_mps * 2, turn_radps)
        return Drawing(
            frame="robot", shapes=(Arrow(tail=(0, 0), tip=tip, colour="#ff6b6b", label=self._state),)
        )

    def _sonar(self, sonar: SonarRing) -> Drawing:
        angles = [2 * math.pi * k / SONARS for k in range(SONARS)]
        points = tuple(
            (range_m * math.cos(angle), range_m * math.sin(angle))
            for range_m, angle in zip(sonar.ranges_m, angles, strict=True)
        )
        return Drawing(frame="robot", shapes=(Polyline(points=points, colour="#4dabf7", closed=True),))

    def _belief(self, seen: BallSeen) -> Drawing:
        at = (seen.distance_m * math.cos(seen.bearing_rad), seen.distance_m * math.sin(seen.bearing_rad))
        return Drawing(
            frame="robot",
            shapes=(
                Ellipse(center=at, half_axes=(0.3, 0.1), rotation_rad=seen.bearing_rad, colour="#51cf66"),
                Text(at=at, words="ball", colour="#51cf66"),
            ),
        )


SETUP = Setup(
    "toy",
    (
        CyclerPlan("control", "body", (Node(DriverSkill),)),
        CyclerPlan("vision", "camera", (Node(BallFinder),)),
    ),
)


def make_driver(setup: Setup, options: Any, seed: int) -> ToyDriver:
    return ToyDriver(options, seed)


GAME = Game(
    name="toy",
    title="Toy",
    summary="A robot looks for a ball.",
    setups={"toy": SETUP},
    options=ToyOptions(),
    make_driver=make_driver,
)


def launch(*, seed: int = 1, options: ToyOptions | None = None) -> Launch:
    """The toy with its default parameters."""
    return Launch(
        game=GAME,
        setup=SETUP,
        options=options if options is not None else ToyOptions(),
        seed=seed,
        configuration=Configuration(SETUP.sections()),
    )


def open_toy_recording(path: Path) -> Replay:
    """How the studio opens what it recorded of the toy."""
    recording = Recording.open(path)
    return Replay(
        launch(seed=recording.metadata.seed),
        recording,
        ReplayDriver(recording),
        edits=tuple(recording.edits()),
    )


def toy_programme(folder: Path, page: StudioPage) -> Programme:
    """The toy, and a game that cannot be loaded."""
    recordings = RecordingFolder(folder)
    usual = launch()
    kept: list[UnfinishedGame] = []

    def keep(distance_m: float) -> UnfinishedGame:
        return UnfinishedGame(
            game="toy",
            words=f"a ball {distance_m} m away",
            begun="2026-11-18 09:30:00",
            options=lambda options: replace(options, ball_distance_m=distance_m),
            forget=lambda: kept.__delitem__(-1),
        )

    kept += [keep(1.0), keep(3.0)]

    def refuse() -> tuple[Game, StudioPage]:
        raise LudensError("This game needs a hall.")

    def make_session(wanted: Launch) -> Session:
        return Session(wanted, recordings=recordings, open_recording=open_toy_recording)

    return Programme(
        games=(
            OfferedGame(name="toy", title="Toy", summary="A ball.", load=lambda: (usual.game, page)),
            OfferedGame(name="hall", title="Hall", summary="None.", load=refuse),
        ),
        make_launch=lambda game, options, seed: replace(usual, game=game, options=options, seed=seed),
        make_session=make_session,
        game_of_recording=lambda path: "toy",
        recordings=recordings,
        unfinished=lambda: kept,
    )
