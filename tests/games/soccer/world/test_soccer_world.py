"""The field as a world: cameras that move, shadows, light, and what a ball bounces off."""

import math

import numpy as np
import pytest

from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions
from ludens.geometry import Pose2
from ludens.messages import CameraImage


@pytest.fixture(scope="module")
def drawn():
    """One hall with pictures; tests leave it as it was."""
    match = SoccerMatch(SoccerMatchOptions(starts=(Pose2(-1.0, 0.0, 0.0),), ball_m=(-0.2, 0.0)), seed=12)
    yield match
    match.close()


@pytest.fixture(scope="module")
def bare():
    """A field that nobody looks at."""
    match = SoccerMatch(SoccerMatchOptions(starts=(Pose2(-3.0, 2.0, 0.0),), cameras=False), seed=12)
    yield match
    match.close()


def picture(match: SoccerMatch, *, yaw_radps: float = 0.0, pitch_radps: float = 0.0) -> np.ndarray:
    """What the top camera delivers while the head turns so fast."""
    joints = {"nao/HeadYaw": yaw_radps, "nao/HeadPitch": pitch_radps}
    for joint, radps in joints.items():
        match.physics.data.joint(joint).qvel[0] = radps
    match.physics.refresh()
    source = next(source for source in match.robots[0].sources if source.description.name == "top/camera")
    image = next(image for _ in range(20) for image in source.capture(match.physics.time_ns))
    assert isinstance(image, CameraImage)
    for joint in joints:
        match.physics.data.joint(joint).qvel[0] = 0.0
    match.physics.refresh()
    green: np.ndarray = image.pixels_rgb[..., 1].astype(float)
    return green


def sharpness(pixels: np.ndarray) -> tuple[float, float]:
    """How much neighbours differ, along rows and along columns."""
    return float(np.abs(np.diff(pixels, axis=1)).mean()), float(np.abs(np.diff(pixels, axis=0)).mean())


def test_a_head_that_turns_blurs_its_pictures_along_its_own_motion(drawn):
    still, turning, nodding = (
        sharpness(picture(drawn, **rates)) for rates in ({}, {"yaw_radps": 2.0}, {"pitch_radps": 2.0})
    )
    assert turning[0] / turning[1] < 0.9 * still[0] / still[1]
    assert nodding[1] / nodding[0] < 0.9 * still[1] / still[0]


def test_the_light_goes_off_and_on_again(drawn):
    bright = picture(drawn).mean()
    drawn.light.set(0.0)
    assert picture(drawn).mean() < 10.0
    drawn.light.set(1.0)
    assert picture(drawn).mean() == pytest.approx(bright, rel=0.2)


def test_the_ball_casts_a_shadow_on_the_turf(drawn):
    drawn.ball.place((-0.2, 0.0))
    before = drawn._renderer.picture("nao/bottom camera").astype(float)
    drawn.ball.place((3.0, 2.0))
    after = drawn._renderer.picture("nao/bottom camera").astype(float)
    drawn.ball.place((-0.2, 0.0))
    green = (after[..., 1] > 1.2 * after[..., 0]) & (before[..., 1] > 1.2 * before[..., 0])
    darker = green & (after[..., 1] - before[..., 1] > 8.0)
    assert 40 < darker.sum() < 4000


def rolled(match: SoccerMatch, start: tuple[float, float], speed: tuple[float, float], seconds: float):
    match.ball.place(start)
    match.ball.roll(speed)
    match.advance_to(match.physics.time_ns + round(seconds * 1e9))
    return match.ball.place_m


def test_nets_hold_the_ball_from_within_and_from_without(bare):
    for start, speed in (((3.8, 0.3), (4.0, 0.0)), ((4.2, 0.0), (1.5, 2.5))):
        x_m, y_m = rolled(bare, start, speed, 1.5)
        assert 4.5 < x_m < 5.05
        assert abs(y_m) < 0.76
    assert rolled(bare, (4.75, 1.6), (0.0, -2.5), 1.5)[1] > 0.75


def test_a_post_throws_the_ball_back(bare):
    assert rolled(bare, (3.9, 0.8), (1.5, 0.0), 2.0)[0] < 4.45


def test_feet_and_arms_stop_a_ball(bare):
    x_m, y_m = bare.pose_of().apply(0.6, 0.05)
    assert rolled(bare, (x_m, y_m), (-1.2, 0.0), 1.0)[0] > bare.pose_of().x_m
    model = bare.physics.model
    ball = model.geom("ball")
    for part in ("LForeArm", "RForeArm", "LHand"):
        body = model.body(f"nao/{part}")
        geoms = range(int(body.geomadr[0]), int(body.geomadr[0]) + int(body.geomnum[0]))
        assert any(model.geom_contype[geom] & ball.conaffinity[0] for geom in geoms)


def test_hands_carry_a_robot_through_the_air_and_put_it_down_standing(bare):
    bare.lift(Pose2(-2.0, -1.0, 1.0))
    highest_m = 0.0
    while bare.is_carried():
        bare.advance_to(bare.physics.time_ns + 50_000_000)
        highest_m = max(highest_m, float(bare.torso_of().translation[2]))
    bare.advance_to(bare.physics.time_ns + 1_000_000_000)
    assert highest_m > 0.4
    assert bare.pose_of().distance_m(Pose2(-2.0, -1.0, 1.0)) < 0.05
    assert bare.torso_of().rotation[2, 2] > math.cos(0.2)
