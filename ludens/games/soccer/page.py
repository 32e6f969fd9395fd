"""The page of soccer in the studio: the field with all that the robot believes, and a person's hands on it.

A hand lays the ball by a click on the map, carries the robot by dragging it, and holds the controls of a
person who drives the robot instead of the striker, against the clock.
"""

import math

from ludens.core.runtime.run import Run
from ludens.drivers.remote import remote_behind
from ludens.games.soccer.driving import KICKS, drive, give_back, on_carpet
from ludens.games.soccer.match_page import MATCH_PAGE
from ludens.games.soccer.play import match_behind
from ludens.geometry import Pose2
from ludens.studio.page import (
    ButtonGroup,
    FieldMapView,
    Figure,
    GameButton,
    MapTouch,
    PlotLine,
    RemoteView,
    StudioPage,
    TruthMark,
)

NO_HAND = "Only in simulation can a hand reach onto the field."


def kick_off(run: Run, _robot: str) -> str:
    """Begin anew from the centre."""
    match_ = match_behind(run.driver)
    if match_ is None:
        return NO_HAND
    match_.referee.kick_off()
    return "Kick-off."


def kidnap(run: Run, _robot: str) -> str:
    """Carry the robot somewhere else."""
    match_ = match_behind(run.driver)
    return NO_HAND if match_ is None else _carry(run, match_.elsewhere())


def touch(run: Run, _robot: str, hand: MapTouch) -> str:
    """Carry the robot where it was dragged; anywhere else, and with the ball itself, lay the ball."""
    match_ = match_behind(run.driver)
    if match_ is None:
        return NO_HAND
    x_m, y_m = on_carpet(hand.to_m)
    if hand.handle == "robot":
        if math.dist(hand.from_m, hand.to_m) < 0.05:
            return ""  # a click on the robot is no kidnapping
        return _carry(run, Pose2(x_m, y_m, match_.pose_of().yaw_rad))
    match_.ball.place((x_m, y_m))
    return f"The ball lies at {x_m:.1f}, {y_m:.1f} m."


def _carry(run: Run, pose: Pose2) -> str:
    match_ = match_behind(run.driver)
    assert match_ is not None
    match_.carry(pose)
    return f"The robot was carried to {pose.x_m:.1f}, {pose.y_m:.1f} m; nobody has told it."


def take_over(run: Run, robot: str) -> str:
    """Kick-off, with a person at the controls, against the clock."""
    remote_behind(run.driver).ask(robot, motion="walk", takes_over=True)
    said = kick_off(run, robot)
    return said if said == NO_HAND else "You drive it: how long does it take you to score?"


PAGE = StudioPage(
    title="Soccer",
    legend=(
        "First the robot looks round and calibrates its cameras by the lines. After the kick-off it finds "
        "the ball, walks behind it and kicks it into the goal on the right.\n\n"
        "On the map: where it believes to be (yellow, its other hypotheses in grey), what its eyes see of "
        "the lines just now (blue), the ball and where it rolls (orange), the way it will walk (green). "
        "White rings say where things really are; the robot does not know.\n\n"
        "Click on the map to lay the ball there. Drag the robot to carry it away, and watch how it finds "
        "itself again. Drive it yourself with stick, keys (W A S D, Q E; J and K kick) or a gamepad "
        "(sticks; the shoulder buttons kick), and see who scores sooner.\n\n"
        "Chips below the pictures switch every step of its eyes on and off; the list above a camera also "
        "has the picture in which all that has the field's colour is painted green."
    ),
    drawings=(
        *("*/border", "*/lines", "*/crossings", "*/circle", "*/spot", "*/candidates"),
        *("field_view/*", "*/hypotheses"),
    ),
    image="*top/CameraImage",
    second_image="*bottom/CameraImage",
    figures=(
        Figure("own", "*MatchStatus", "own_score"),
        Figure("other", "*MatchStatus", "other_score"),
        Figure("left", "*MatchStatus", "remaining_s", "s", 0),
    ),
    buttons=(
        GameButton("Kick-off", kick_off, "flag", "Ball to the centre, robot to its place"),
        GameButton("Kidnap", kidnap, "pan_tool", "Carry the robot somewhere else"),
    ),
    plots=(
        PlotLine("*FieldPose", "error"),
        PlotLine("*FieldPose", "sigma_m"),
        PlotLine("*BallState", "sigma_m"),
    ),
    camera_position_m=(-2.3, -2.1, 1.5),  # beside and behind the robot: ball and goal are before it
    camera_target_m=(0.0, 0.0, 0.1),
    followed="nao",
    map_frame="ground",
    map_radius_m=4.0,
    arrangement="field",
    cards=("map", "camera", "second-camera"),
    tabs=("remote", "states"),
    remote=RemoteView(
        drive=drive,
        groups=(
            KICKS,
            ButtonGroup(
                "Who",
                (
                    GameButton(
                        "Drive it yourself",
                        take_over,
                        "timer",
                        "Kick-off with you at the controls, against the clock",
                        pad=9,
                    ),
                    GameButton("Let it play", give_back, "smart_toy", "Switch the striker on again", pad=8),
                ),
            ),
        ),
    ),
    field_map=FieldMapView(
        touch=touch,
        hint="Click: lay the ball. Drag the robot: carry it away.",
        handles={"": "ball", "ball": "ball", "robot": "robot"},
        truth=(
            TruthMark(entity="nao", label="truth", radius_m=0.15, is_turned=True, handle="robot"),
            TruthMark(entity="ball", label="truth", radius_m=0.07, handle="ball"),
        ),
    ),
    scoreboard="*field_view/scoreboard",
    variants={"soccer-match-*": MATCH_PAGE},
)
