"""What a person did: moves are found, half moves waited for, all else refused with a way back."""

import chess
import numpy as np
import pytest

from ludens.games.chess.rules.arrangement import carried_out
from ludens.games.chess.rules.board_change import kinds_on_board
from ludens.games.chess.rules.configuration import PieceConfiguration, cast, home
from ludens.games.chess.rules.errors import ChessError
from ludens.games.chess.rules.inference import Inference, Moved, Refused, Unchanged, Unfinished, infer
from ludens.games.chess.rules.physical import plan_of
from ludens.games.chess.rules.places import OFF, PIECES, PiecePlace, in_slot, on_square
from ludens.games.chess.rules.reasons import Code, sentence
from tests.games.chess.random_games import lively
from tests.games.chess.rules.test_physical import configuration_of

NO_MOVE = (Unchanged, Refused, Unfinished)


def put(configuration: PieceConfiguration, **places: str) -> PieceConfiguration:
    """Move what stands on a square: `put(c, e2="e4")`; `off` is beside the board."""
    before = configuration
    for origin, target in places.items():
        piece_id = before.on(chess.parse_square(origin))
        assert piece_id is not None
        configuration = configuration.moved(piece_id, place_named(target))
    return configuration


def place_named(name: str) -> PiecePlace:
    if name == "off":
        return OFF
    if name.startswith("slot"):
        return in_slot(chess.WHITE, int(name[4:]))
    return on_square(chess.parse_square(name))


def position(fen: str) -> tuple[chess.Board, PieceConfiguration]:
    return chess.Board(fen), configuration_of(fen)


def refused(result: Inference) -> tuple[Code, str]:
    assert isinstance(result, Refused)
    return result.reason.code, sentence(result.reason)


def beside(configuration: PieceConfiguration, rng: np.random.Generator) -> PiecePlace:
    """Any free slot, or off the table."""
    free = [
        in_slot(bool(number // 16), number % 16)
        for number in range(32)
        if not configuration.at(in_slot(bool(number // 16), number % 16))
    ]
    return OFF if rng.random() < 0.3 else free[int(rng.integers(len(free)))]


def by_hand(
    board: chess.Board, move: chess.Move, configuration: PieceConfiguration, rng: np.random.Generator
) -> PieceConfiguration:
    """As a person does it: in any order, what is taken to anywhere, like pieces perhaps exchanged."""
    result = configuration
    for step in plan_of(board, move, configuration):
        target = step.target if step.target.square is not None else beside(result, rng)
        result = result.moved(step.piece_id, target)
    if rng.random() < 0.3:
        piece = PIECES[int(rng.integers(32))]
        alike = [one.id for one in PIECES if one.symbol == piece.symbol]
        one, other = rng.choice(alike, size=2)
        result = result.moved(int(one), result[int(other)]).moved(int(other), result[int(one)])
    return result


def test_every_move_of_random_games_is_found_and_no_disturbance_is_taken_for_one():
    rng = np.random.default_rng(905)
    found = disturbed = 0
    for _ in range(4):
        board, configuration = chess.Board(), home()
        for _ in range(150):
            moves = list(board.legal_moves)
            if not moves:
                break
            if rng.random() < 0.5:
                check_disturbance(board, configuration, rng)
                disturbed += 1
            move = lively(board, moves, rng)
            after = by_hand(board, move, configuration, rng)
            result = infer(board, configuration, after, mover=board.turn)
            if isinstance(result, Unfinished):
                # All pieces of the kind are on the board, so the pawn itself stands there: which is it to be?
                assert result.reason.code is Code.PROMOTION_MISSING
                assert move in result.moves
            else:
                assert isinstance(result, Moved)
                assert result.move == move
            board.push(move)
            configuration = after
            assert cast(board, configuration) is not None
            found += 1
    assert found > 400
    assert disturbed > 150


def check_disturbance(
    board: chess.Board, configuration: PieceConfiguration, rng: np.random.Generator
) -> None:
    after = configuration
    for _ in range(int(rng.integers(1, 4))):
        number = int(rng.integers(0, 72))
        place = on_square(number) if number < 64 else beside(after, rng)
        after = after.moved(int(rng.integers(32)), place)
    result = infer(board, configuration, after, mover=board.turn)
    if isinstance(result, Moved):
        then = board.copy(stack=False)
        then.push(result.move)
        assert cast(then, after) is not None
        assert board.is_legal(result.move)
    elif isinstance(result, Unchanged):
        assert cast(board, after) is not None
    elif isinstance(result, Unfinished):
        assert all(board.is_legal(move) for move in result.moves)
        if result.rest:
            then = board.copy(stack=False)
            then.push(result.moves[0])
            assert cast(then, carried_out(result.rest, after)) is not None
    else:
        assert sentence(result.reason).endswith(".")
        restored = after
        for move in result.undo:
            assert restored[move.piece_id] == move.origin
            assert move.target.is_off or not restored.at(move.target)
            restored = restored.moved(move.piece_id, move.target)
        assert kinds_on_board(restored) == kinds_on_board(configuration)


def test_nothing_happened_or_only_beside_the_board_or_only_names_changed():
    board = chess.Board()
    assert infer(board, home(), home()) == Unchanged(home())
    swapped = home().moved(16, on_square(chess.A2)).moved(23, on_square(chess.H2))
    assert infer(board, home(), swapped) == Unchanged(swapped)
    fewer, configuration = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    tidied = configuration.moved(0, OFF).moved(1, in_slot(chess.WHITE, 15))
    assert isinstance(infer(fewer, configuration, tidied), Unchanged)


@pytest.mark.parametrize("order", [("e1", "h1"), ("h1", "e1")])
def test_castling_is_found_whole_in_either_order_and_waited_for_in_between(order):
    board, before = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    targets = {"e1": "g1", "h1": "f1"}
    half = put(before, **{order[0]: targets[order[0]]})
    whole = put(half, **{order[1]: targets[order[1]]})
    castling = chess.Move.from_uci("e1g1")
    result = infer(board, before, half)
    if order[0] == "e1":
        assert isinstance(result, Unfinished)
        assert result.moves == (castling,)
        assert sentence(result.reason) == "To castle, the rook on h1 must move too."
        assert [(str(move.origin), str(move.target)) for move in result.rest] == [("h1", "f1")]
    else:
        assert isinstance(result, Moved)
        assert result.move == chess.Move.from_uci("h1f1")
        assert result.may_become == castling
    assert infer(board, before, whole) == Moved(castling, whole)


def test_castling_that_is_not_allowed_is_refused_with_its_reason():
    board, before = position("5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    code, said = refused(infer(board, before, put(before, e1="g1", h1="f1")))
    assert code is Code.CASTLING_THROUGH_CHECK
    assert "f1" in said
    code, _ = refused(infer(board, before, put(before, e1="g1")))
    assert code is Code.CASTLING_THROUGH_CHECK


def test_en_passant_is_found_and_its_half_is_waited_for():
    board, before = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    half = put(before, e5="d6")
    result = infer(board, before, half)
    assert isinstance(result, Unfinished)
    assert result.reason.code is Code.EN_PASSANT_HALF_DONE
    assert [str(move.origin) for move in result.rest] == ["d5"]
    whole = put(half, d5="off")
    assert infer(board, before, whole) == Moved(chess.Move.from_uci("e5d6"), whole)


def test_promotion_with_a_piece_brought_back_and_all_its_halves():
    board, before = position("7k/4P3/8/8/8/8/8/4K3 w - - 0 1")
    for piece_id, letter in ((28, "q"), (24, "r"), (30, "n"), (29, "b")):
        after = put(before, e7="off").moved(piece_id, on_square(chess.E8))
        assert infer(board, before, after) == Moved(chess.Move.from_uci(f"e7e8{letter}"), after)
    arrived = infer(board, before, put(before, e7="e8"))
    assert isinstance(arrived, Unfinished)
    assert len(arrived.moves) == 4
    assert arrived.reason.code is Code.PROMOTION_MISSING
    both = infer(board, before, before.moved(28, on_square(chess.E8)))
    assert isinstance(both, Unfinished)
    assert sentence(both.reason) == "To promote, take the pawn on e7 off the board."
    black_queen = put(before, e7="off").moved(4, on_square(chess.E8))
    code, _ = refused(infer(board, before, black_queen))
    assert code is Code.PIECE_ADDED


def test_a_piece_in_the_hand_is_waited_for_and_one_that_cannot_move_is_missing():
    board = chess.Board()
    result = infer(board, home(), put(home(), g1="off"))
    assert isinstance(result, Unfinished)
    assert {move.uci() for move in result.moves} == {"g1f3", "g1h3"}
    assert sentence(result.reason) == "The white knight from g1 is missing."
    _, said = refused(infer(board, home(), put(home(), d8="off")))
    assert said == "The black queen from d8 is missing."


def test_a_move_beside_which_a_piece_has_vanished_asks_for_that_piece():
    result = infer(chess.Board(), home(), put(home(), e2="e4", a7="off"))
    assert isinstance(result, Unfinished)
    assert result.moves == (chess.Move.from_uci("e2e4"),)
    assert sentence(result.reason) == "The black pawn from a7 is missing."
    assert [(move.origin.is_off, str(move.target)) for move in result.rest] == [(True, "a7")]


def test_a_taken_piece_that_is_still_there_is_to_be_taken_away():
    board, before = position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    result = infer(board, before, put(before, e4="d5"))
    assert isinstance(result, Unfinished)
    assert result.moves == (chess.Move.from_uci("e4d5"),)
    assert sentence(result.reason) == "Two pieces stand on d5."
    half = infer(board, before, put(before, d5="slot3"))
    assert isinstance(half, Unfinished)
    assert half.moves == (chess.Move.from_uci("e4d5"),)


@pytest.mark.parametrize(
    ("places", "code", "said", "undone"),
    [
        ({"e2": "e5"}, Code.NOT_HOW_IT_MOVES, None, ["e5-e2"]),
        ({"a1": "a4"}, Code.BLOCKED, "The pawn on a2 is in the way.", ["a4-a1"]),
        (
            {"e7": "e5"},
            Code.OPPONENTS_PIECE,
            "The pawn on e7 is not yours: white is to move.",
            ["e5-e7"],
        ),
        (
            {"e2": "e4", "d2": "d4"},
            Code.SEVERAL_MOVED,
            "More than one move was made, on d2, d4, e2, e4.",
            None,
        ),
        ({"e2": "e4", "e7": "e5"}, Code.SEVERAL_MOVED, None, None),
        ({"d1": "e1", "e1": "d1"}, Code.SEVERAL_MOVED, None, None),
        ({"b1": "b8", "b8": "off"}, Code.NOT_HOW_IT_MOVES, None, ["b8-b1", "off the board-b8"]),
        ({"b1": "d2"}, Code.TWO_ON_SQUARE, "Two pieces stand on d2.", ["d2-b1"]),
    ],
)
def test_what_must_be_undone_is_refused_with_the_reason_and_the_way_back(places, code, said, undone):
    result = infer(chess.Board(), home(), put(home(), **places), mover=chess.WHITE)
    assert refused(result)[0] is code
    assert isinstance(result, Refused)
    if said is not None:
        assert sentence(result.reason) == said
    if undone is not None:
        assert [f"{move.origin}-{move.target}" for move in result.undo] == undone
    assert carried_out(result.undo, put(home(), **places)) == home()


def test_a_piece_that_was_put_between_goes_back_to_its_slot():
    board, before = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    result = infer(board, before, before.moved(4, on_square(chess.D5)))
    assert refused(result) == (
        Code.PIECE_ADDED,
        "A black queen has been put on d5 that does not belong there.",
    )
    assert isinstance(result, Refused)
    assert [(move.piece_id, move.target) for move in result.undo] == [(4, before[4])]


def test_the_wrong_sides_turn_and_a_game_that_is_over():
    moved = put(home(), e2="e4")
    code, said = refused(infer(chess.Board(), home(), moved, mover=chess.BLACK))
    assert (code, said) == (Code.NOT_YOUR_TURN, "It is not your turn: white is to move.")
    code, said = refused(infer(chess.Board(), home(), moved, ending=chess.Termination.THREEFOLD_REPETITION))
    assert (code, said) == (Code.GAME_OVER, "The game is over by threefold repetition.")


def test_a_pawn_that_stands_for_a_queen_moves_as_one():
    fen = "6k1/8/8/8/8/8/P7/Q3K3 w - - 0 1"
    board, before = position(fen)
    stand_in = before.moved(28, OFF).moved(17, on_square(chess.A1))
    after = put(stand_in, a1="e5")
    result = infer(board, stand_in, after)
    assert result == Moved(chess.Move.from_uci("a1e5"), after)
    knight_jump = infer(board, stand_in, put(stand_in, a1="b3"))
    assert refused(knight_jump)[0] is Code.NOT_HOW_IT_MOVES


def test_a_beginning_that_is_not_the_position_is_a_mistake_of_the_caller():
    with pytest.raises(ChessError, match="does not show"):
        infer(chess.Board(), put(home(), e2="e4"), home())
