"""What the referee of whole games writes down; the games themselves take too long for a test."""

from collections.abc import Iterator

import chess
import numpy as np
import pytest

from ludens.experiments.json_values import Row
from ludens.games.chess.experiments.games import GAMES
from ludens.games.chess.experiments.referee import ChessReferee
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.places import on_square
from ludens.games.chess.world import ChessWorld, ChessWorldOptions
from ludens.games.chess.world.table import piece_body
from ludens.messages import Message, PiecesBelieved, StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.chess_game import ChessGame

AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


@pytest.fixture(scope="module")
def world() -> Iterator[ChessWorld]:
    made = ChessWorld(ChessWorldOptions(render=False, fen=AFTER_E4), seed=970)
    yield made
    made.close()


@pytest.fixture
def referee(world: ChessWorld) -> ChessReferee:
    referee = ChessReferee(world)
    tell(referee, game(), believed(world.true_configuration()))
    return referee


def tell(referee: ChessReferee, *messages: Message) -> None:
    referee.on_outputs(0, "body", [("", message) for message in messages])


def game(*moves: str, asked: tuple[tuple[int, int], ...] = ()) -> ChessGame:
    return ChessGame(
        time_s=1.0,
        start=chess.STARTING_FEN,
        moves=moves,
        result="*",
        closed="",
        turn="white",
        white="engine",
        black="hand",
        places=(),
        asked=asked,
    )


def believed(configuration: PieceConfiguration) -> PiecesBelieved:
    return PiecesBelieved(
        time_s=1.0,
        places=tuple(place.number for place in configuration.places),
        confidences=(1.0,) * 32,
        positions_m=np.zeros((32, 2)),
        yaws_rad=np.zeros(32),
        settled=True,
        hidden=False,
        troubles=(),
    )


def enter(referee: ChessReferee, *states: str) -> None:
    for state in states:
        report = StateReport(time_s=2.0, state=state, since_s=0.0, reason="", states=(), transitions=())
        tell(referee, report)


def test_a_ply_that_is_done_as_the_game_has_it_is_right_and_is_counted_once(referee):
    tell(referee, game("e2e4"))
    enter(referee, "moving", "looking", "waiting", "looking", "waiting")

    assert referee.counts["positions"] == 1
    assert referee.counts["wrong_positions"] == referee.counts["slips"] == 0
    assert len(referee.plies_s) == 1


def test_a_game_that_is_not_on_the_board_and_a_belief_that_is_not_so_are_wrong_positions(referee, world):
    tell(referee, game("d2d4"))
    enter(referee, "moving", "looking", "waiting")
    assert referee.counts["wrong_positions"] == 1

    truth = world.true_configuration()
    tell(referee, believed(truth.moved(0, on_square(chess.A6))), game("e2e4", "a7a6"))
    enter(referee, "thinking")
    assert referee.counts["wrong_positions"] == 2
    assert any("piece 0 is at" in remark for remark in referee.remarks)


def test_a_slip_stays_open_until_the_position_is_right_and_is_asked_about_if_a_person_was_asked(
    referee, world
):
    state = world.physics.data.joint(piece_body(world.true_configuration().on(chess.E4))).qpos
    place_m = state[:2].copy()
    tell(referee, game("e2e4"))
    state[:2] += 0.03
    world.physics.refresh()
    enter(referee, "moving", "looking")
    assert (referee.counts["slips"], referee.has_slipped) == (1, True)

    tell(referee, Announcement(time_s=3.0, text="Please help.", tone="plea"))
    state[:2] = place_m
    world.physics.refresh()
    enter(referee, "asking", "waiting")
    assert referee.counts["asked_about"] == referee.counts["pleas"] == 1
    assert not referee.has_slipped


def test_an_error_is_a_restart_and_a_game_without_trouble_meets_the_goals():
    fine: Row = {"finished": True, "restarts": 0, "plies": 40, "wrong_positions": 0, "open_slips": 0}

    figures = GAMES.summarise([fine, fine, {"error": "broken"}])

    assert figures["restarts"] == 1
    assert figures["finished_rate"] == pytest.approx(2 / 3)
    assert figures["restarts_a_ply"] == 1 / 80
    goals = GAMES.goals(None)
    assert goals["restarts"].met(0.0)
    assert not goals["restarts"].met(1.0)
