"""The page of a match: the whole field, and a person who may be referee, coach, or one of the players."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ludens.core.contract.driver import Driver, behind
from ludens.core.runtime.run import Run
from ludens.drivers.remote import remote_behind
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.driving import KICKS, drive, give_back, on_carpet
from ludens.games.soccer.league_play import SUBSTITUTE, TEAMS
from ludens.games.soccer.referee.orders import REASONS
from ludens.games.soccer.world.flat_league import FlatLeagueField
from ludens.games.soccer.world.league_field import TEAM_NAMES, LeagueField
from ludens.geometry import Pose2
from ludens.messages.refereeing import MatchReport
from ludens.messages.team import CoachOrder, Role
from ludens.studio.page import (
    ButtonGroup,
    ButtonsView,
    ChoiceList,
    FieldMapView,
    Figure,
    GameButton,
    HighlightRule,
    ListingView,
    MapTouch,
    RemoteView,
    StudioPage,
    Viewpoint,
    eye_view,
    view_from_above,
)

NO_REFEREE = "Only a simulated match hears you; this one is a recording."
ANY_ROLE = "what it likes"
ROLES = (ANY_ROLE, *(str(role) for role in Role if role is not Role.NONE))
PENALTIES = {str(reason): word for word, reason in REASONS.items()}
"""Reasons in words for people, and in the words of an order."""
NAMES = tuple(f"{team}{number}" for team in TEAM_NAMES for number in range(1, SUBSTITUTE + 1))


def field_behind(driver: Driver) -> LeagueField | FlatLeagueField | None:
    """The simulated field of a match behind a driver, if it is one."""
    simulation = behind(driver, SimulationDriver)
    world = None if simulation is None else simulation.world
    return world if isinstance(world, LeagueField | FlatLeagueField) else None


def order(run: Run, _robot: str, *, line: str) -> str | None:
    """Hand an order to the referee, who answers on the scoreboard."""
    field = field_behind(run.driver)
    if field is None:
        return NO_REFEREE
    field.referee.desk.say(line)
    return None


def team_and_number(robot: str) -> tuple[int, int]:
    """Team, 0 or 1, and number of a robot by its name."""
    team = next(place for place, name in enumerate(TEAM_NAMES) if robot.startswith(name))
    return team, int(robot.removeprefix(TEAM_NAMES[team]))


def order_robot(run: Run, robot: str, *, words: str) -> str | None:
    """An order about the chosen robot: `words` with its team and number in the place of ROBOT."""
    team, number = team_and_number(robot)
    return order(run, robot, line=words.replace("ROBOT", f"{TEAMS[team]} {number}"))


def penalise(run: Run, robot: str, reason: str) -> str | None:
    """Penalise the chosen robot, for one of `PENALTIES`."""
    return order_robot(run, robot, words=f"penalise ROBOT {PENALTIES[reason]}")


def substitute(run: Run, robot: str) -> str | None:
    """Let the sixth robot enter for the chosen one."""
    field = field_behind(run.driver)
    team, _ = team_and_number(robot)
    if field is not None and f"{TEAM_NAMES[team]}{SUBSTITUTE}" not in field.names:
        return "Nobody waits beside the field: start with --substitutes."
    return order_robot(run, robot, words=f"substitute ROBOT {SUBSTITUTE}")


def shift(run: Run, robot: str, role: str) -> str:
    """Have the chosen robot play a role, or whatever it likes."""
    field = field_behind(run.driver)
    if field is None:
        return NO_REFEREE
    team, number = team_and_number(robot)
    wanted = Role.NONE if role == ANY_ROLE else Role(role)
    field.coach.call(team, CoachOrder(time_s=0.0, player=number, role=wanted))
    return f"The coach calls: {robot} plays {'what it likes' if wanted is Role.NONE else role}."


def touch(run: Run, _robot: str, hand: MapTouch) -> str:
    """Carry the robot that was dragged; anywhere else, and with the ball itself, lay the ball."""
    field = field_behind(run.driver)
    if field is None:
        return NO_REFEREE
    x_m, y_m = on_carpet(hand.to_m, field.pitch)
    if hand.handle in field.names:
        if math.dist(hand.from_m, hand.to_m) < 0.05:
            return ""  # a click on a robot carries it nowhere
        number = field.names.index(hand.handle)
        field.carry(Pose2(x_m, y_m, field.pose_of(number).yaw_rad), robot=number)
        return f"{hand.handle} was carried to {x_m:.1f}, {y_m:.1f} m; nobody has told it."
    field.ball.place((x_m, y_m))
    return f"The ball lies at {x_m:.1f}, {y_m:.1f} m."


def take_over(run: Run, robot: str) -> str:
    """Let a person drive the chosen robot."""
    remote_behind(run.driver).ask(robot, motion="walk", takes_over=True)
    return f"You drive {robot}; everybody else plays on."


def _says(line: str) -> Callable[[Run, str], str | None]:
    return partial(order, line=line)


def _for_teams(label: str, line: str, icon: str) -> tuple[GameButton, GameButton]:
    """The same button for both teams."""
    first, second = (
        GameButton(f"{label} {name}", _says(f"{line} {number}"), icon)
        for name, number in zip(TEAM_NAMES, TEAMS, strict=True)
    )
    return first, second


REFEREE = ButtonsView(
    title="Referee",
    icon="sports",
    groups=(
        ButtonGroup(
            "Judge",
            (
                GameButton("Automatic", _says("automatic on"), "smart_toy", "The referee judges by itself"),
                GameButton("I do", _says("automatic off"), "person", "Nothing happens unless you say so"),
            ),
        ),
        ButtonGroup("Goal", _for_teams("Goal", "goal", "sports_soccer")),
        ButtonGroup(
            "State",
            (
                GameButton("Ready", _says("ready"), "directions_walk", "Robots walk to their places"),
                GameButton("Set", _says("set"), "front_hand", "Robots stand still"),
                GameButton("Play", _says("play"), "sports", "Whistle, in set"),
                GameButton("Finish", _says("finish"), "flag", "The half is over"),
                GameButton("2nd half", _says("second-half"), "swap_horiz", "Sides are changed"),
                GameButton("Undo", _says("undo"), "undo", "As if the last call had not been"),
            ),
        ),
        ButtonGroup(
            "Kick",
            (
                *_for_teams("Kick-in", "kick-in", "login"),
                *_for_teams("Corner", "corner", "turn_right"),
                *_for_teams("Goal kick", "goal-kick", "shield"),
                *_for_teams("Foul", "free-kick", "front_hand"),
            ),
        ),
        ButtonGroup(
            "Chosen robot",
            (
                GameButton(
                    "Back in play",
                    partial(order_robot, words="return ROBOT"),
                    "undo",
                    "Its penalty must have passed",
                ),
            ),
        ),
    ),
    choices=(ChoiceList("Penalise", lambda: tuple(PENALTIES), penalise, verb="Penalise it"),),
)

COACH = ButtonsView(
    title="Coach",
    icon="record_voice_over",
    groups=(
        ButtonGroup(
            "Chosen robot",
            (GameButton("Substitute", substitute, "swap_vert", "Number 6 enters in its place"),),
        ),
    ),
    choices=(ChoiceList("Its role", lambda: ROLES, shift, verb="Call"),),
)

FINGERS = ButtonsView(
    title="Its buttons",
    icon="touch_app",
    groups=(
        ButtonGroup(
            "Chest",
            (
                GameButton(
                    "Stop it",
                    partial(order_robot, words="penalise ROBOT manual"),
                    "pan_tool",
                    "A press on its chest: it stands still until the next one",
                ),
                GameButton(
                    "Let it play",
                    partial(order_robot, words="return ROBOT"),
                    "play_arrow",
                    "A press on its chest ends the penalty, which must have passed",
                ),
            ),
        ),
        ButtonGroup(
            "Bumpers",
            (
                GameButton(
                    "Left: colour",
                    partial(order_robot, words="press ROBOT left"),
                    "palette",
                    "While it is stopped: it plays for the other team, by its cameras",
                ),
                GameButton(
                    "Right: role",
                    partial(order_robot, words="press ROBOT right"),
                    "swap_horiz",
                    "While it is stopped: goalie or field player",
                ),
            ),
        ),
    ),
)


def match_views(*, stand_m: tuple[float, float, float], above_m: float) -> tuple[Viewpoint, ...]:
    """Where a match is seen from: the stand, beside the chosen robot, above, and from that robot's eye."""
    return (
        Viewpoint(name="Stand", icon="stadium", position_m=stand_m, target_m=(0.0, -0.35, 0.0)),
        Viewpoint(
            name="Follow",
            icon="directions_run",
            position_m=(-1.9, -1.8, 1.3),
            target_m=(0.1, 0.1, 0.2),
            follows="{robot}",
        ),
        view_from_above((0.0, 0.0, above_m)),
        eye_view(
            "{robot}/Head",
            (0.059, 0.0, 0.064),
            (1.059, 0.0, 0.043),
            hides=("{robot}/Head",),
            field_of_view_deg=43.7,
        ),
    )


def scored(now: MatchReport, before: MatchReport) -> str | None:
    """Whether a goal was just given."""
    scores, last = ([team.score for team in report.control.teams] for report in (now, before))
    return f"Goal: {scores[0]} : {scores[1]}" if sum(scores) > sum(last) else None


FALLS = HighlightRule(
    stream="*FallReport",
    kind="fall",
    find=lambda now, before: "falls" if now.state == "fallen" != before.state else None,
)

MATCH_PAGE = StudioPage(
    highlights=(HighlightRule(stream="game/MatchReport", kind="goal", find=scored), FALLS),
    title="Soccer",
    legend=(
        "Two teams play under the league's referee. On the map robots and ball stand where they really are: "
        "jersey, number, and where each looks. Choose a robot above: its beliefs are drawn over them, "
        "yellow where it believes to be, orange the ball it knows, ringed that of its team, green its "
        "way.\n\n"
        "Below: who plays what, and why; penalties with their seconds. Be the referee, the coach, or one of "
        "the players (Controls: stick, W A S D and Q E, J and K kick, or a gamepad). Click on the map to lay "
        "the ball there; drag a robot to carry it."
    ),
    drawings=("game/*", "*/border", "*/lines", "*/crossings", "*/circle", "*/spot", "*/candidates"),
    image="*top/CameraImage",
    figures=(
        Figure("blue", "game/MatchReport", "control.teams[0].score"),
        Figure("red", "game/MatchReport", "control.teams[1].score"),
    ),
    speed=None,
    views=match_views(stand_m=(0.0, -8.0, 4.7), above_m=10.5),
    floor="stone",
    floor_z_m=-0.012,
    map_frame="ground",
    map_radius_m=4.6,
    arrangement="match",
    cards=("map", "listing"),
    tabs=("buttons", "second-buttons", "remote", "second-listing", "states", "camera"),
    remote=RemoteView(
        drive=drive,
        groups=(
            KICKS,
            ButtonGroup(
                "Who",
                (
                    GameButton("Drive it yourself", take_over, "person", "You drive the chosen robot", pad=9),
                    GameButton("Let it play", give_back, "smart_toy", "It plays by itself again", pad=8),
                ),
            ),
        ),
    ),
    field_map=FieldMapView(
        touch=touch,
        hint="Click: lay the ball. Drag a robot: carry it away.",
        handles={"": "ball", "ball": "ball", **{name: name for name in NAMES}},
    ),
    scoreboard="game/match_view/scoreboard",
    listings=(
        ListingView(title="Players", stream="game/match_view/roster", icon="groups"),
        ListingView(title="Packets", stream="game/match_view/*/packets", icon="cell_tower"),
    ),
    buttons_views=(REFEREE, COACH),
)

REFEREE_2011 = replace(
    REFEREE,
    groups=tuple(group for group in REFEREE.groups if group.title not in ("Kick", "Chosen robot")),
)
"""There are no free kicks: a ball that is out is laid back."""

MATCH_2011_PAGE = replace(
    MATCH_PAGE,
    legend=(
        "Two against two by the rules of 2011: one goal yellow, one blue, an orange ball. Nobody tells the "
        "robots anything: assistants carry them to their places for a kick-off and press the button on their "
        "chests. Green light: it plays; red: it stands still. A ball that is out is laid back at once; "
        "penalties last thirty seconds; only the goalie may stay in its own penalty area.\n\n"
        "Choose a robot above: its beliefs are drawn on the map. Press its buttons yourself, be the referee, "
        "or drive it (Controls: stick, W A S D and Q E, J and K kick, or a gamepad). Click on the map to lay "
        "the ball there; drag a robot to carry it."
    ),
    views=match_views(stand_m=(0.0, -5.0, 3.0), above_m=8.0),
    map_radius_m=3.4,
    buttons_views=(REFEREE_2011, FINGERS),
)
