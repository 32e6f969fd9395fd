"""The game as a picture: what stands where, who may move what, by words that the dialogue understands."""

from dataclasses import replace

import chess
import pytest
from msgspec import structs

from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.chess.show.board import SYMBOLS, Opinion, picture_of
from ludens.games.chess.talk.dialogue import respond
from ludens.games.chess.talk.language import load_language
from ludens.games.chess.talk.meaning import Conversation, Situation
from ludens.messages.board_picture import BoardPicture
from ludens.messages.chess_game import Colour, Mover
from ludens.messages.speech import Hypothesis

EVEN = Opinion(0)
MATE = ("e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7")
PROMOTION = "7k/P7/8/8/8/8/8/K7 w - - 0 1"


def shown(
    moves: tuple[str, ...] = (),
    *,
    start: str = chess.STARTING_FEN,
    white: Mover = "words",
    black: Mover = "words",
    asked: tuple[tuple[int, int], ...] = (),
) -> BoardPicture:
    record = ChessRecord(start, tuple(map(chess.Move.from_uci, moves)))
    movers: dict[Colour, Mover] = {"white": white, "black": black}
    at_page = tuple(colour for colour, mover in movers.items() if mover == "words")
    game = replace(PlayedGame(record), white=white, black=black, at_page=at_page).message(0.0)
    return picture_of(structs.replace(game, asked=asked), EVEN)


def test_the_start_has_32_pieces_that_all_have_a_drawing_and_20_moves() -> None:
    picture = shown()
    assert len(picture.pieces) == 32
    assert {piece.symbol for piece in picture.pieces} == set(SYMBOLS)
    assert len(picture.possible) == 20
    assert [side.who for side in picture.sides] == ["you", "you"]


@pytest.mark.parametrize("start", [chess.STARTING_FEN, PROMOTION, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"])
def test_the_words_of_every_move_lead_the_dialogue_to_that_move(start: str) -> None:
    board = chess.Board(start)
    for move in shown(start=start).possible:
        conversation, turn = respond(
            Conversation(), (Hypothesis(move.words),), Situation(board), load_language("en"), spoken=False
        )
        meant = [wish.move for wish in turn.intents if wish.move is not None]
        if conversation.question is not None:
            meant += conversation.question.moves
        assert meant, f"'{move.words}' was answered by '{turn.said}'"
        assert {(one.from_square, one.to_square) for one in meant} == {(move.origin, move.target)}


def test_nobody_moves_for_the_engine_for_the_person_at_the_table_or_after_the_end() -> None:
    assert not shown(white="engine").possible
    assert not shown(white="hand").possible
    assert not shown(MATE).possible


def test_what_may_follow_the_engines_move_can_be_chosen_before_it() -> None:
    picture = shown(white="engine")
    chosen = {(move.origin, move.target) for move in picture.premoves}
    assert (chess.E7, chess.E5) in chosen
    assert (chess.E7, chess.D6) in chosen  # should white put something there
    assert (chess.D8, chess.D7) in chosen  # to take what takes there
    assert (chess.D8, chess.D5) not in chosen
    assert not shown().premoves  # it is your move now
    assert not shown(white="engine", black="hand").premoves


def test_every_move_can_be_gone_back_to() -> None:
    picture = shown(("e2e4", "e7e5"))
    start, after_e4 = picture.history
    assert start.last == ()
    assert len(start.pieces) == 32
    assert after_e4.last == (chess.E2, chess.E4)
    assert chess.E4 in {piece.square for piece in after_e4.pieces}


def test_what_a_player_may_want_is_said_in_the_language_of_the_game() -> None:
    assert [(one.name, one.words) for one in shown(("e2e4",)).actions] == [
        ("hint", "hint"),
        ("take_back", "take back"),
        ("draw", "draw"),
        ("resign", "i resign"),
    ]
    assert "take_back" not in {one.name for one in shown().actions}
    assert not shown(white="hand", black="engine").actions


def test_scholars_mate_is_told_and_the_king_is_marked() -> None:
    picture = shown(MATE)
    assert picture.moves == ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#")
    assert picture.result == "1-0"
    assert picture.sentence == "White wins by checkmate."
    assert picture.warned == (chess.E8,)
    assert picture.last == (chess.H5, chess.F7)
    assert picture.sides[0].taken == ("P",)
    assert picture.sides[1].taken == ()
    assert "Qxf7# 1-0" in picture.record


def test_a_person_who_plays_black_sits_below() -> None:
    assert shown(white="engine").turned
    assert not shown(black="engine").turned
    assert not shown().turned


def test_only_squares_are_marked_as_asked_for() -> None:
    assert shown(asked=((0, 12), (1, 70))).asked == (12,)
