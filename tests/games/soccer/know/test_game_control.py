"""What a robot makes of GameController, buttons and bumpers, and of a referee's mistakes."""

import math
from typing import Any

import pytest
from msgspec import structs

from ludens.core.contract.module import CycleTime
from ludens.games.soccer.know.game_control import GameListener, GameListenerParameters
from ludens.games.soccer.move.lights import GameLights
from ludens.games.soccer.referee.places import on_own_side_line, striker_of_shot
from ludens.geometry import Pose2
from ludens.messages import FallReport, FootSupport, TouchState
from ludens.messages.field import BallState, FieldPose
from ludens.messages.league import (
    GameControl,
    MatchPhase,
    MatchState,
    PenaltyReason,
    PlayerControl,
    SetPlay,
    TeamControl,
)
from ludens.messages.soccer import MatchStatus, PlayerSetting

R = PenaltyReason
CONTROL = GameControl(
    time_s=0.0,
    version=12,
    packet_number=0,
    players_per_team=6,
    state=MatchState.PLAYING,
    kicking_team=24,
    remaining_s=321,
    teams=(
        TeamControl(number=5, colour=1, score=2, players=(PlayerControl(),) * 6),
        TeamControl(number=24, colour=0, score=1, players=(PlayerControl(),) * 6),
    ),
)


def penalised_for(reason: PenaltyReason) -> GameControl:
    players = (PlayerControl(), PlayerControl(reason, 45), *(PlayerControl(),) * 4)
    return structs.replace(
        CONTROL, teams=(CONTROL.teams[0], structs.replace(CONTROL.teams[1], players=players))
    )


def standing(*, on_floor: bool = True) -> FootSupport:
    return FootSupport(
        time_s=0.0,
        feet="both" if on_floor else "none",
        has_contact=on_floor,
        left_n=25.0,
        right_n=25.0,
        center_in_left_sole_m=None,
        center_in_right_sole_m=None,
        center_m=None,
    )


class Robot:
    """Player 2 of team 24."""

    def __init__(self, **parameters: Any) -> None:
        self.listener = GameListener(GameListenerParameters(**parameters))
        self.time_s = 0.0

    def cycle(self, *, support: FootSupport | None = standing(), **inputs: Any) -> Any:  # noqa: B008
        self.time_s += 0.1
        given: dict[str, Any] = dict.fromkeys(("control", "touch", "falls", "pose", "ball")) | inputs
        return self.listener.cycle(CycleTime(time_s=self.time_s), support=support, **given)

    def press(self, *names: str, **inputs: Any) -> Any:
        self.cycle(touch=TouchState(time_s=0.0, pressed=names), **inputs)
        return self.cycle(touch=TouchState(time_s=0.0, pressed=()), **inputs)


def test_a_robot_knows_the_match_it_plays_in():
    status, penalty, _, report, _ = Robot().cycle(control=CONTROL)
    assert (status.state, status.own_score, status.other_score) == ("playing", 1, 2)
    assert (status.remaining_s, status.own_kick_off) == (321.0, True)
    assert not penalty.penalised
    assert (report.team, report.player) == (24, 2)


@pytest.mark.parametrize("state", list(MatchState))
def test_every_state_has_its_word_and_lasts_until_the_next_packet(state):
    robot = Robot()
    robot.cycle(control=structs.replace(CONTROL, state=state))
    assert robot.cycle()[0].state == ("initial" if state is MatchState.STANDBY else str(state))


def test_a_penalty_holds_from_packet_to_packet():
    robot = Robot()
    assert robot.cycle(control=penalised_for(R.PUSHING))[1].penalised
    assert robot.cycle()[1].penalised
    assert robot.cycle(control=penalised_for(R.PUSHING))[0].penalised


def test_a_penalty_that_ends_in_the_air_goes_on_until_the_robot_stands_and_then_it_knows_where():
    robot = Robot()
    robot.cycle(control=penalised_for(R.PUSHING))
    for _ in range(20):
        _, penalty, _, _, placed = robot.cycle(control=CONTROL, support=standing(on_floor=False))
        assert penalty.penalised
        assert placed is None
    outcomes = [robot.cycle(control=CONTROL) for _ in range(8)]
    assert [outcome[1].penalised for outcome in outcomes] == [True] * 5 + [False] * 3
    placed = [outcome[4] for outcome in outcomes if outcome[4] is not None]
    assert [[pose.y_m for pose in one.poses] for one in placed] == [[3.0, -3.0]]


def test_before_each_half_and_for_a_shot_a_robot_knows_where_it_was_put():
    robot = Robot()

    def put(state: MatchState, phase: MatchPhase = MatchPhase.NORMAL) -> list[Pose2]:
        placed = robot.cycle(control=structs.replace(CONTROL, state=state, phase=phase))[4]
        return [] if placed is None else list(placed.poses)

    assert put(MatchState.INITIAL) == [on_own_side_line(2)]
    assert put(MatchState.INITIAL) == put(MatchState.READY) == put(MatchState.FINISHED) == []
    assert put(MatchState.INITIAL) == [on_own_side_line(2)]
    assert put(MatchState.READY) == put(MatchState.INITIAL, MatchPhase.TIME_OUT) == []
    assert put(MatchState.SET, MatchPhase.SHOOT_OUT) == [striker_of_shot()]


@pytest.mark.parametrize("reason", [R.MOTION_IN_SET, R.MANUAL])
def test_after_a_penalty_in_place_nobody_was_carried(reason):
    robot = Robot()
    robot.cycle(control=penalised_for(reason))
    outcomes = [robot.cycle(control=CONTROL) for _ in range(8)]
    assert all(outcome[4] is None for outcome in outcomes)
    assert not outcomes[-1][1].penalised


def test_without_a_controller_the_chest_button_leads_from_initial_through_penalised_to_playing():
    robot = Robot()
    assert robot.cycle()[0].state == "initial"
    status = robot.press("chest button")[0]
    assert (status.state, status.penalised) == ("initial", True)
    status = robot.press("chest button")[0]
    assert (status.state, status.penalised) == ("playing", False)


def test_with_a_controller_the_button_penalises_and_the_controllers_next_change_counts():
    robot = Robot()
    robot.cycle(control=CONTROL)
    assert robot.press("chest button")[1].penalised
    assert robot.cycle(control=CONTROL)[1].penalised  # says what it said before
    robot.cycle(control=penalised_for(R.MANUAL))
    for _ in range(8):
        outcome = robot.cycle(control=CONTROL)
    assert not outcome[1].penalised


def test_the_floor_presses_no_button():
    fallen = FallReport(time_s=0.0, state="fallen", direction="forward", lean_rad=1.5)
    robot = Robot()
    robot.cycle(control=CONTROL)
    assert not robot.press("chest button", falls=fallen)[1].penalised
    assert robot.cycle(falls=fallen)[3].fallen


def test_bumpers_set_colour_and_role_in_initial_and_penalised_only():
    robot = Robot(colour=9)
    setting = robot.press("left foot bumper left", "right foot bumper right")[2]
    assert (setting.colour, setting.is_keeper) == (0, True)
    setting = robot.press("right foot bumper left")[2]
    assert not setting.is_keeper
    robot.cycle(control=CONTROL)
    assert robot.press("left foot bumper left")[2].colour == 0
    robot.cycle(control=penalised_for(R.PUSHING))
    assert robot.press("left foot bumper left")[2].colour == 1


def test_the_keeper_is_number_one():
    assert Robot(player=1).cycle()[2].is_keeper
    assert not Robot(player=3).cycle()[2].is_keeper


def seen_at(x_m: float, *, ago_s: float = 0.0) -> dict[str, Any]:
    """The robot at (1, 0) looks back along x, the ball at x of the field."""
    pose = FieldPose(
        time_s=0.0, field_from_robot=Pose2(1.0, 0.0, math.pi), sigma_m=0.1, sigma_rad=0.1, error=1.0
    )
    ball = BallState(
        time_s=0.0,
        place_m=(1.0 - x_m, 0.0),
        velocity_mps=(0.0, 0.0),
        destination_m=(0.0, 0.0),
        sigma_m=0.1,
        seen_s=0.1 - ago_s,
        observations=9,
    )
    return {"pose": pose, "ball": ball}


@pytest.mark.parametrize(
    ("call", "kicking", "x_m", "is_believed"),
    [
        (SetPlay.GOAL_FREE_KICK, 24, -3.2, True),
        (SetPlay.GOAL_FREE_KICK, 24, 3.2, False),
        (SetPlay.GOAL_FREE_KICK, 5, 3.2, True),
        (SetPlay.GOAL_FREE_KICK, 5, -3.2, False),
        (SetPlay.CORNER_KICK, 24, 4.5, True),
        (SetPlay.CORNER_KICK, 24, -4.5, False),
        (SetPlay.CORNER_KICK, 5, -4.5, True),
        (SetPlay.CORNER_KICK, 5, 4.5, False),
        (SetPlay.CORNER_KICK, 5, 0.3, True),  # too near to the middle to be sure
        (SetPlay.KICK_IN, 5, 4.0, True),
        (SetPlay.PUSHING_FREE_KICK, 24, -4.0, True),
    ],
)
def test_a_free_kick_whose_ball_lies_in_the_wrong_half_is_a_mistake(call, kicking, x_m, is_believed):
    control = structs.replace(CONTROL, set_play=call, kicking_team=kicking)
    status = Robot().cycle(control=control, **seen_at(x_m))[0]
    assert status.set_play is (call if is_believed else SetPlay.NONE)
    assert status.own_set_play == (is_believed and kicking == 24)


def test_a_ball_of_long_ago_proves_no_mistake():
    control = structs.replace(CONTROL, set_play=SetPlay.GOAL_FREE_KICK, kicking_team=24)
    assert Robot().cycle(control=control, **seen_at(3.2, ago_s=3.0))[0].set_play is SetPlay.GOAL_FREE_KICK


@pytest.mark.parametrize(
    ("player", "shoots", "penalised", "part"),
    [
        (2, True, (), "striker"),
        (1, True, (), "none"),
        (1, False, (), "keeper"),
        (2, False, (), "none"),
        (3, True, (2,), "striker"),  # the next one steps in
        (2, False, (1,), "keeper"),
        (2, True, (2,), "none"),
    ],
)
def test_in_a_shoot_out_one_shoots_and_one_keeps(player, shoots, penalised, part):
    players = tuple(PlayerControl(R.INACTIVE if number in penalised else R.NONE) for number in range(1, 7))
    teams = (CONTROL.teams[0], structs.replace(CONTROL.teams[1], players=players))
    control = structs.replace(
        CONTROL, phase=MatchPhase.SHOOT_OUT, kicking_team=24 if shoots else 5, teams=teams
    )
    listener = GameListener(GameListenerParameters(team=24, player=player))
    listener.start()
    now = CycleTime(time_s=1.0)
    status, *_ = listener.cycle(now, control, None, None, None, None, None)
    assert (status.phase, status.shot_part) == (MatchPhase.SHOOT_OUT, part)
    status, *_ = listener.cycle(now, CONTROL, None, None, None, None, None)
    assert (status.phase, status.shot_part) == (MatchPhase.NORMAL, "none")


# ---------------------------------------------------------------- lights


def lit(
    lights: GameLights, time_s: float, *, state: Any = "playing", penalised: bool = False, **setting: Any
):
    status = MatchStatus(time_s=time_s, state=state, penalised=penalised)
    shown = PlayerSetting(time_s=time_s, **{"colour": 0, "is_keeper": False, **setting})
    command = lights.cycle(CycleTime(time_s=time_s), status, shown)
    return {} if command is None else command.colours


@pytest.mark.parametrize(
    ("state", "colour"),
    [("ready", (0, 0, 1)), ("set", (1, 0.6, 0)), ("playing", (0, 1, 0)), ("finished", (0, 0, 0))],
)
def test_the_chest_shows_the_state(state, colour):
    assert lit(GameLights(), 0.0, state=state)["Chest"] == colour
    assert lit(GameLights(), 0.0, state=state, penalised=True)["Chest"] == (1, 0, 0)


def test_feet_show_team_colour_and_role_and_only_changes_are_told():
    lights = GameLights()
    first = lit(lights, 0.0, colour=1, is_keeper=True)
    assert (first["LFoot"], first["RFoot"]) == ((1, 0, 0), (0, 0, 1))
    assert lit(lights, 0.1, colour=1, is_keeper=True) == {}
    assert lit(lights, 0.2, colour=1, is_keeper=False) == {"RFoot": (1, 0, 0)}


def test_in_initial_the_eyes_are_a_turning_rainbow():
    lights = GameLights()
    first = lit(lights, 0.0, state="initial")
    eyes = [light for light in first if "Eye" in light]
    assert len(eyes) == 16
    assert len({first[light] for light in eyes}) == 8
    assert lit(lights, 0.012, state="initial") == {}
    assert lit(lights, 0.11, state="initial")[eyes[0]] != first[eyes[0]]
    assert set(lit(lights, 0.2)) >= set(eyes)
