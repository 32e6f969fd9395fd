"""The page of soccer in the studio: the field with all that the robot believes, and a person's hands on it.

A hand lays the ball by a click on the map, carries the robot by dragging it, and holds the controls of a
person who drives the robot instead of the striker, against the clock.
"""

import math

from ludens.core.runtime.run import Run
from ludens.drivers.remote import remote_behind
from ludens.games.soccer.driving import KICKS, drive, give_back, on_carpet
from ludens.games.soccer.learning_page import KEEPING_PAGE, LEARNING_PAGE
from ludens.games.soccer.match_page import FALLS, MATCH_2011_PAGE, MATCH_PAGE
from ludens.games.soccer.play import match_behind
from ludens.games.soccer.shoot_out_page import SHOOT_OUT_PAGE
from ludens.geometry import Pose2
from ludens.messages.soccer import MatchStatus
from ludens.studio.page import (
    ButtonGroup,
    FieldMapView,
    Figure,
    GameButton,
    HighlightRule,
    MapTouch,
    PlotLine,
    RemoteView,
    StudioPage,
    TruthMark,
    Viewpoint,
    eye_view,
    shoulder_view,
    view_from_above,
)
from ludens.studio.questions import NOISE, OptionQuestion, UnaskedOption

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
    x_m, y_m = on_carpet(hand.to_m, match_.pitch)
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


def scored(now: MatchStatus, before: MatchStatus) -> str | None:
    """Whether a goal was just given."""
    is_goal = now.own_score > before.own_score or now.other_score > before.other_score
    return f"Goal after {now.play_s:.1f} s: {now.own_score} : {now.other_score}" if is_goal else None


MATCHES = ("game", ("2019", "2011"))
LEARNING = ("game", ("learning",))
TEAMS = {
    "team": "a team that shares its roles",
    "lone": "strikers, each for itself",
    "classic": "a goalie and a field player, as in 2011",
}

PAGE = StudioPage(
    highlights=(HighlightRule(stream="*MatchStatus", kind="goal", find=scored), FALLS),
    questions=(
        OptionQuestion(
            "game",
            "Which game",
            {
                "2019": "the field of 2019: white goals",
                "2011": "the field of 2011: coloured goals, an orange ball",
                "shootout": "penalty shoot-out: you against a robot",
                "learning": "a robot learns where to shoot",
            },
        ),
        OptionQuestion(
            "you",
            "You",
            {
                "both": "shoot and keep the goal, in turns",
                "striker": "shoot; your robot keeps by itself",
                "keeper": "keep the goal; your robot shoots by itself",
                "nobody": "watch",
            },
            when=("game", ("shootout",)),
        ),
        OptionQuestion(
            "lesson",
            "What it learns",
            {
                "field": "the field before a goal with a keeper",
                "three": "three places in a row, a small lesson",
                "keeper": "where the keeper stands",
            },
            when=LEARNING,
        ),
        OptionQuestion(
            "rewards",
            "Who rewards it",
            {"simulation": "the simulation, by itself", "person": "you, after every shot"},
            when=LEARNING,
        ),
        OptionQuestion(
            "policy",
            "How it tries",
            {
                "softmax": "bad shots hardly ever again (softmax)",
                "epsilon-greedy": "the best, now and then any (epsilon-greedy)",
                "epsilon-soft": "each at least a little (epsilon-soft)",
            },
            when=LEARNING,
        ),
        OptionQuestion(
            "players",
            "Who plays",
            {
                None: "as usual: one in 2019, 2 against 2 in 2011",
                0: "one striker alone",
                1: "1 against 1",
                2: "2 against 2",
                3: "3 against 3",
                4: "4 against 4",
                5: "5 against 5",
            },
            when=MATCHES,
        ),
        OptionQuestion(
            "vision",
            "See by cameras",
            help="In a match up to two a side can; a striker alone always does.",
            when=MATCHES,
        ),
        OptionQuestion("flat", "Flat world", help="Without physics: a match is quick."),
        OptionQuestion(
            "golden_goal",
            "Golden goal",
            help="The first goal ends the game of a striker alone.",
            when=MATCHES,
        ),
        NOISE,
        OptionQuestion("anew", "Forgets what it has learnt", when=LEARNING, is_rare=True),
        OptionQuestion(
            "table", "File of what it learns", help="Empty: none is kept.", when=LEARNING, is_rare=True
        ),
        OptionQuestion("blue", "The blue team", TEAMS, when=MATCHES, is_rare=True),
        OptionQuestion("red", "The red team", TEAMS, when=MATCHES, is_rare=True),
        OptionQuestion("half_s", "Length of a half", when=MATCHES, is_rare=True),
        OptionQuestion(
            "ready_s", "Before a kick-off", help="To walk to the places.", when=MATCHES, is_rare=True
        ),
        OptionQuestion(
            "whistle_delay_s",
            "After the whistle",
            help="Until it is broadcast: robots hear no whistle.",
            when=MATCHES,
            is_rare=True,
        ),
        OptionQuestion("radio_loss", "Share of packets that get lost", when=MATCHES, is_rare=True),
        OptionQuestion(
            "substitutes", "Substitutes", help="A sixth robot beside the field.", when=MATCHES, is_rare=True
        ),
        OptionQuestion("camera_hz", "Camera pictures", is_rare=True),
        OptionQuestion("length_s", "Length of a striker's game", when=MATCHES, is_rare=True),
        OptionQuestion("dummies", "Posts as large as robots, in the way", when=MATCHES, is_rare=True),
        *map(UnaskedOption, ("wired", "hands")),
    ),
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
        *("*/border", "*/lines", "*/crossings", "*/circle", "*/spot", "*/candidates", "*/posts"),
        *("*/white points", "field_view/*", "*/hypotheses", "*/cells"),
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
    views=(
        Viewpoint(
            name="Follow",
            icon="directions_run",
            position_m=(-1.75, -1.6, 1.05),
            target_m=(0.12, 0.1, 0.2),
            follows="{robot}",
        ),
        Viewpoint(name="Stand", icon="stadium", position_m=(0.0, -7.0, 4.2), target_m=(0.0, -0.35, 0.0)),
        shoulder_view("{robot}", (-0.8, -0.2, 0.5), (1.0, 0.0, -0.15)),
        view_from_above((0.0, 0.0, 10.5)),
        eye_view(
            "{robot}/Head",
            (0.059, 0.0, 0.064),
            (1.059, 0.0, 0.043),
            hides=("{robot}/Head",),
            field_of_view_deg=43.7,
        ),
    ),
    floor="stone",
    floor_z_m=-0.012,
    robot_entity="nao",
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
    variants={
        "soccer-match-*": MATCH_PAGE,
        "soccer-2011-match-*": MATCH_2011_PAGE,
        "soccer-shootout*": SHOOT_OUT_PAGE,
        "soccer-learning*-keeper-*": KEEPING_PAGE,
        "soccer-learning*": LEARNING_PAGE,
    },
)
