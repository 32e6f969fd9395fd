import chess
import numpy as np
import pytest

from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.games.chess.rules.arrangement import carried_out
from ludens.games.chess.rules.configuration import cast, home
from ludens.games.chess.rules.inference import Refused, infer
from ludens.games.chess.rules.places import OFF, on_square
from ludens.games.chess.world import ChessWorld, ChessWorldOptions
from ludens.games.chess.world.chess_world import start_configuration
from ludens.games.chess.world.mischief import MISCHIEF
from ludens.messages import StateReport
from ludens.messages.announcement import Announcement


def seated(*, habit: str = "perfect", seed: int = 970) -> ChessWorld:
    options = ChessWorldOptions(render=False, person=habit, person_plays="white")  # type: ignore[arg-type]
    world = ChessWorld(options, seed=seed)
    assert world.person is not None
    world.person.hear(robot_is("waiting"))
    return world


def robot_is(state: str) -> StateReport:
    return StateReport(time_s=0.0, state=state, since_s=0.0, reason="", states=(), transitions=())


def let_act(world: ChessWorld, *, seconds: float = 8.0) -> None:
    world.advance_to(world.physics.time_ns + round(seconds * 1e9))
    assert world.hand.is_away


def test_it_plays_when_it_is_its_turn_and_only_once():
    world = seated()
    assert world.person is not None
    world.person.script.extend(["e2e4", "d2d4"])
    world.person.hear(PlayedGame(white="hand", black="engine").message(0.0))

    let_act(world)

    board = chess.Board()
    board.push_uci("e2e4")
    assert cast(board, world.true_configuration()) is not None
    assert world.person.deeds == ["e4"]
    away_m = world.board_from_piece(19).translation[:2] - world.measures.middles()[chess.E4]
    assert 0.0001 < np.hypot(*away_m) < 0.015  # like a person


def test_it_does_not_play_before_the_robot_waits_for_it():
    world = seated()
    assert world.person is not None
    world.person.script.append("e2e4")
    world.person.hear(robot_is("looking"))
    world.person.hear(PlayedGame(white="hand", black="engine").message(0.0))
    let_act(world, seconds=3.0)
    assert world.person.deeds == []

    world.person.hear(robot_is("waiting"))
    let_act(world)

    assert world.person.deeds == ["e4"]


def test_it_puts_right_what_it_is_asked_to():
    world = seated()
    assert world.person is not None
    world.person.script.append("e2e5")
    game = PlayedGame(white="hand", black="engine")
    world.person.hear(game.message(0.0))
    let_act(world)
    assert world.true_configuration() == home().moved(19, on_square(chess.E5))

    asked = PlayedGame(white="hand", black="engine", asked=((19, chess.E2),))
    world.person.hear(asked.message(0.0))
    let_act(world)

    assert world.true_configuration() == home()


def test_it_says_what_a_pawn_shall_become_when_it_is_asked():
    world = seated()
    assert world.person is not None
    answers: list[chess.PieceType] = []
    world.person.answer = answers.append
    choices = tuple(map(chess.Move.from_uci, ("a7a8q", "a7a8n")))
    world.person.hear(PlayedGame(white="hand", black="engine", choices=choices).message(0.0))

    let_act(world, seconds=3.0)

    assert answers == [chess.QUEEN]
    assert world.true_configuration() == home()


def test_what_it_puts_aside_stays_on_the_table_however_much_that_is():
    world = seated()
    assert world.person is not None
    asked = tuple((piece, OFF.number) for piece in range(6))
    world.person.hear(PlayedGame(white="hand", black="engine", asked=asked).message(0.0))

    while not (world.person.deeds and world.hand.is_away):
        world.advance_to(world.physics.time_ns + 500_000_000)

    for piece in range(6):
        assert world.true_configuration()[piece] == OFF
        assert world.board_from_piece(piece).translation[2] > -0.05


def test_told_that_something_is_wrong_and_no_more_it_undoes_what_it_did_and_then_plays():
    world = seated()
    assert world.person is not None
    world.person.script.extend(["e2e5", "d2d4"])
    world.person.hear(PlayedGame(white="hand", black="engine").message(0.0))
    let_act(world)

    world.person.hear(Announcement(time_s=8.0, text="The pawn on e2 is missing.", tone="plea"))
    let_act(world, seconds=14.0)

    assert world.person.deeds == ["illegal e2e5", "undo", "d4"]
    assert world.true_configuration() == home().moved(20, on_square(chess.D4))


@pytest.mark.parametrize("deed", MISCHIEF, ids=lambda deed: deed.__name__)
def test_mischief_is_never_a_legal_move(deed):
    random = np.random.default_rng(971)
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    before = start_configuration(board.fen())
    for _ in range(20):
        after = carried_out(deed(board, before, random), before)
        seen = infer(board, before, after)
        # A piece that is only missing may still be in the hand of somebody who is about to take it.
        assert isinstance(seen, Refused) or deed.__name__ == "stolen_piece"
