import chess
import numpy as np
import pytest

from ludens.games.chess.rules.arrangement import arrange, carried_out
from ludens.games.chess.rules.configuration import PieceConfiguration, cast, home
from ludens.games.chess.rules.places import OFF, in_slot, on_square
from ludens.messages import ArmFailure
from ludens.messages.chess_game import ChessOrder, Mover
from tests.games.chess.game_flow.paper_table import PaperTable, scripted

E2_PAWN, F7_PAWN = 19, 10


def order(
    *,
    fen: str = chess.STARTING_FEN,
    moves: str = "",
    white: Mover = "engine",
    black: Mover = "hand",
    language: str = "en",
) -> ChessOrder:
    return ChessOrder(
        time_s=0.0, start=fen, moves=tuple(moves.split()), white=white, black=black, language=language
    )


def test_its_own_move_is_carried_out_and_then_a_person_is_waited_for():
    table = PaperTable()
    table.engine = scripted("e4")

    table.run_until("waiting")

    assert table.pieces == home().moved(E2_PAWN, on_square(chess.E4))
    assert [request.target_m is None for request in table.carried] == [False, True]
    assert table.said == ["I play e4."]


def test_a_move_by_hand_is_understood_and_answered():
    table = PaperTable()
    table.engine = scripted("e4", "Nf3")
    table.run_until("waiting")

    table.play_by_hand("e5")
    table.run_until("moving")

    assert "You played e5." in table.said
    assert table.game is not None
    assert table.game.moves == ("e2e4", "e7e5", "g1f3")


def test_an_illegal_move_is_refused_with_its_reason_and_the_board_has_to_be_put_right():
    table = PaperTable()
    table.engine = scripted("e4", "Nf3")
    table.run_until("waiting")

    table.by_hand((F7_PAWN, on_square(chess.F4)))
    table.run_until("asking")
    table.run(0.2)

    assert "The pawn on f7 cannot go to f4: a pawn moves one square" in table.said[-1]
    assert "Please put the black pawn from f4 to f7." in table.said[-1]
    assert table.game is not None
    assert table.game.asked == ((F7_PAWN, chess.F7),)
    carried = len(table.carried)
    table.run(10.0)
    assert len(table.carried) == carried
    table.undo()
    table.run_until("waiting")
    table.play_by_hand("e5")
    table.run_until("moving")
    assert [move.uci() for move in table.board().move_stack] == ["e2e4", "e7e5", "g1f3"]


def test_a_legal_move_after_a_refusal_is_as_good_as_putting_it_back():
    table = PaperTable()
    table.run_until("waiting")
    table.by_hand((F7_PAWN, on_square(chess.F4)))
    table.run_until("asking")

    table.by_hand((F7_PAWN, on_square(chess.F5)))
    table.run_until("moving")

    assert table.board().move_stack[1].uci() == "f7f5"


def test_pieces_moved_while_the_robot_thinks_have_to_go_back_before_it_plays():
    table = PaperTable(order(white="hand", black="engine"))
    table.engine = scripted("e5")
    table.run_until("waiting")
    table.play_by_hand("e4")
    table.run_until("thinking")

    table.by_hand((16, on_square(chess.H3)))
    table.run_until("asking")
    table.run(3.0)

    assert table.carried == []
    assert "It is not your turn" in " ".join(table.said)
    table.undo()
    table.engine = scripted("e5")
    table.run_until("waiting")
    assert cast(table.board(), table.pieces) is not None


def test_a_hand_over_the_board_keeps_the_arm_at_rest():
    table = PaperTable()
    table.engine = scripted("e4")
    table.hidden = True

    table.run(8.0)

    assert table.carried == []
    assert table.said == ["Something covers e4; I cannot see the board."]
    table.hidden = False
    table.run_until("moving")


def test_a_dead_magnet_is_told_once_then_a_person_moves_for_the_arm_until_it_shall_go_on():
    table = PaperTable()
    table.engine = scripted("e4", "Nf3", "Bc4")
    table.arm_works = lambda _: False

    def tries() -> int:
        return sum(request.target_m is not None for request in table.carried)

    table.run_until("asking")
    table.run(0.2)
    assert tries() == 4
    assert table.said[-1] == (
        "My magnet holds nothing. Please put the white pawn from e2 to e4. "
        "I ask for every move until you say: go on."
    )
    table.undo()
    table.run_until("waiting")
    assert cast(table.board(), table.pieces) is not None

    table.play_by_hand("e5")
    table.run_until("asking")
    table.run(0.2)
    assert tries() == 4
    assert table.said[-1] == "I cannot do this by myself. Please put the white knight from g1 to f3."

    table.arm_works = lambda _: True
    table.want("go_on")
    table.run_until("waiting")
    assert tries() == 5
    table.play_by_hand("Nc6")
    table.run_until("moving")
    table.run_until("waiting")
    assert table.said[-1] == "I play Bc4."
    assert cast(table.board(), table.pieces) is not None


def test_after_something_was_in_the_way_the_magnet_is_not_suspected():
    table = PaperTable()
    table.engine = scripted("e4")
    table.arm_works, table.arm_fails = lambda _: False, ArmFailure.IN_THE_WAY
    table.run_until("moving")
    table.run(2.0)
    table.arm_fails = None

    table.run_until("asking")
    table.run(0.2)

    assert table.said[-1] == "I cannot do this by myself. Please put the white pawn from e2 to e4."


def test_what_slipped_off_the_magnet_is_never_covered_by_the_piece_that_takes_it():
    table = PaperTable(
        order(fen="4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"), pieces=_shown("4k3/8/8/3p4/4P3/8/8/4K3")
    )
    table.engine = scripted("exd5")
    slips = iter([False])
    table.arm_works = lambda _: next(slips, True)

    table.run_until("waiting")

    assert cast(table.board(), table.pieces) is not None
    targets = [request.target_m for request in table.carried]
    assert targets.count(None) == 2  # home to look, then done


def test_a_piece_that_fell_elsewhere_is_fetched_from_where_it_is_seen():
    table = PaperTable()
    table.engine = scripted("e4")
    falls = iter([True])

    def drop(_: object) -> bool:
        if next(falls, False):
            table.by_hand((E2_PAWN, on_square(chess.D5)))
            return False
        return True

    table.arm_works = drop
    table.run_until("waiting")

    assert cast(table.board(), table.pieces) is not None


def test_something_in_the_arms_way_makes_it_wait_go_home_look_and_finish():
    table = PaperTable()
    table.engine = scripted("e4")
    table.arm_fails = ArmFailure.IN_THE_WAY
    table.run_until("moving")
    table.run(1.0)
    assert "Something is in the arm's way. I wait a moment." in table.said

    table.arm_fails = None
    table.run_until("waiting")

    assert cast(table.board(), table.pieces) is not None
    assert any(request.origin_m is None and request.target_m is not None for request in table.carried)


def test_stop_holds_the_arm_until_it_may_go_on_and_nothing_is_lost():
    table = PaperTable()
    table.engine = scripted("e4")
    table.run_until("moving")
    table.run(0.2)

    table.want("stop")
    table.run(3.0)
    assert table.state == "stopped"
    assert table.stops > 50

    table.want("go_on")
    table.run_until("waiting")
    assert table.board().move_stack == [chess.Move.from_uci("e2e4")]
    assert cast(table.board(), table.pieces) is not None


def test_taking_back_puts_the_pieces_back_too():
    table = PaperTable()
    table.engine = scripted("e4", "exd5")
    table.run_until("waiting")
    table.play_by_hand("d5")
    table.run_until("moving")
    table.run_until("waiting")

    table.want("take_back")
    table.run_until("repairing")
    table.run_until("waiting")

    assert [move.uci() for move in table.board().move_stack] == ["e2e4"]
    assert cast(table.board(), table.pieces) is not None


def test_a_game_that_was_broken_off_in_the_middle_of_a_move_goes_on():
    table = PaperTable(
        order(moves="e2e4 e7e5 g1f3"), pieces=_shown("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
    )

    table.run_until("waiting")

    assert cast(table.board(), table.pieces) is not None
    assert len([request for request in table.carried if request.target_m is not None]) == 1


def test_a_board_that_was_cleared_is_set_up_again_by_the_arm():
    slots = {piece: in_slot(piece >= 16, piece % 16) for piece in range(32)}
    pieces = home()
    for piece, place in slots.items():
        pieces = pieces.moved(piece, place)
    table = PaperTable(order(white="hand"), pieces=pieces)

    table.run_until("waiting", seconds=200.0)

    assert table.pieces == home()


def test_a_piece_that_is_nowhere_is_asked_for():
    table = PaperTable(order(white="hand"), pieces=home().moved(27, OFF))

    table.run_until("asking")
    table.run(0.2)

    assert table.said[-1] == "I cannot do this by myself. Please put the white king to e1."
    table.undo()
    table.run_until("waiting")


def test_a_rook_that_moves_first_may_still_become_a_castling():
    fen = "4k2r/8/8/8/8/8/8/4K3 b k - 0 1"
    table = PaperTable(order(fen=fen), pieces=_shown(fen))
    table.engine = scripted("Kd1")
    table.run_until("waiting")

    table.by_hand((table.pieces.on(chess.H8), on_square(chess.F8)))  # type: ignore[arg-type]
    table.run(1.0)
    assert table.state == "waiting"
    table.by_hand((table.pieces.on(chess.E8), on_square(chess.G8)))  # type: ignore[arg-type]
    table.run_until("moving")

    assert table.board().move_stack[0].uci() == "e8g8"


def test_half_a_castling_is_asked_about_after_a_while():
    fen = "4k2r/8/8/8/8/8/8/4K3 b k - 0 1"
    table = PaperTable(order(fen=fen), pieces=_shown(fen))
    table.run_until("waiting")

    table.by_hand((table.pieces.on(chess.E8), on_square(chess.G8)))  # type: ignore[arg-type]
    table.run_until("asking")
    table.run(0.2)

    assert "To castle, the rook on h8 must move too." in table.said[-1]


@pytest.mark.parametrize(
    ("fen", "san"),
    [
        ("r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6"),
        ("3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=Q+"),
        ("4k3/P7/8/8/8/8/8/QQ2K3 w - - 0 1", "a8=Q+"),
    ],
)
def test_every_kind_of_move_is_done_with_the_pieces(fen, san):
    table = PaperTable(order(fen=fen), pieces=_shown(fen))
    table.engine = scripted(san)

    table.run_until("waiting")

    assert cast(table.board(), table.pieces) is not None


def test_words_move_the_pieces_of_a_person_who_only_talks():
    table = PaperTable(order(white="words", black="engine"))
    table.engine = scripted("e5")
    table.run_until("listening")

    table.want("move", "e2e4")
    table.run_until("thinking")
    table.run_until("listening")

    assert table.pieces == home().moved(E2_PAWN, on_square(chess.E4)).moved(11, on_square(chess.E5))


def test_mate_ends_the_game_and_a_new_one_can_be_wished_for():
    table = PaperTable(
        order(moves="f2f3 e7e5 g2g4", white="hand", black="engine"), pieces=_after("f2f3 e7e5 g2g4")
    )
    table.engine = scripted("Qh4#")

    table.run_until("over")
    table.run(0.2)

    assert table.said[-1] == "Black wins by checkmate."
    assert table.game is not None
    assert table.game.result == "0-1"
    table.want("new_game")
    table.run_until("waiting", seconds=100.0)
    assert table.pieces == home()


def test_resigning_and_a_draw_end_the_game():
    table = PaperTable()
    table.run_until("waiting")
    table.want("draw")
    table.run_until("over")
    assert table.game is not None
    assert table.game.result == "1/2-1/2"

    other = PaperTable()
    other.run_until("waiting")
    other.want("resign")
    other.run_until("over")
    assert other.game is not None
    assert other.game.result == "1-0"


def test_hints_are_said():
    table = PaperTable()
    table.run_until("waiting")

    table.want("hint")
    table.run(0.5)

    assert table.said[-1] == "Words of the engine."


def test_a_hint_while_the_engine_thinks_does_not_make_it_forget_its_move():
    table = PaperTable()
    table.engine = scripted("e4", "e4")

    table.want("hint")  # heard while it looks, granted as soon as it thinks
    table.run_until("waiting")

    assert "Words of the engine." in table.said
    assert table.board().move_stack == [chess.Move.from_uci("e2e4")]


@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_of_random_moves_ends_with_pieces_and_record_as_one(seed):
    random = np.random.default_rng(seed)
    table = PaperTable()
    table.engine = lambda board: _any(board, random)
    for _ in range(25):
        table.run_until("waiting", "over")
        assert cast(table.board(), table.pieces) is not None
        if table.state == "over":
            return
        table.play_by_hand(table.board().san(_any(table.board(), random)))
        table.run(3.5)


def _any(board: chess.Board, random: np.random.Generator) -> chess.Move:
    moves = list(board.legal_moves)
    return moves[int(random.integers(len(moves)))]


def _shown(fen: str) -> PieceConfiguration:
    board = chess.Board(fen if " " in fen else f"{fen} w - - 0 1")
    return carried_out(arrange(board, home()), home())


def _after(moves: str) -> PieceConfiguration:
    board = chess.Board()
    for text in moves.split():
        board.push_uci(text)
    return _shown(board.fen())


def test_a_board_that_was_pushed_is_looked_for_before_anything_else_is_done():
    table = PaperTable()
    table.run_until("waiting")

    table.shifted_m = (0.03, -0.01)
    table.run_until("calibrating")
    table.run(0.2)

    assert table.said[-1] == "The board has been moved; I look where it is."
    assert table.guess is not None
    assert np.allclose(table.guess.base_from_board[:2], (0.63, -0.01), atol=1e-6)
    carried = len(table.carried)
    table.shifted_m = (0.0, 0.0)
    table.calibrate()
    table.run_until("waiting")
    assert len(table.carried) == carried


def test_a_german_game_is_told_in_german_throughout():
    table = PaperTable(order(language="de"))
    table.engine = scripted("Nf3", "e4", "d6", "d4")
    table.hidden = True
    table.run(8.0)
    table.hidden, table.arm_fails = False, ArmFailure.IN_THE_WAY
    table.run_until("moving")
    table.run(1.0)
    table.arm_fails = None
    table.run_until("waiting")
    table.by_hand((F7_PAWN, on_square(chess.F4)))
    table.run_until("asking")
    table.undo()
    table.run_until("waiting")
    table.want("move", "e7e5")
    table.arm_works = lambda _: False
    table.run_until("asking")
    table.undo()
    table.arm_works = lambda _: True
    table.want("go_on")
    table.run_until("waiting")
    for name in ("draw", "move", "take_back"):
        table.want(name)
        table.run(8.0)
    table.want("resign")
    table.run(1.0)

    assert table.said[:2] == ["Etwas verdeckt e4; ich kann das Brett nicht sehen.", "Ich spiele Sf3."]
    assert "Dem Arm ist etwas im Weg. Ich warte einen Augenblick." in table.said
    assert "Bitte stell den schwarzen Bauern von f4 nach f7." in " ".join(table.said)
    assert "Remis durch Vereinbarung." in table.said
    english = {"I", "the", "is", "to", "from", "of", "on", "and", "wins", "Draw", "You", "The", "game"}
    assert not [said for said in table.said if english & set(said.replace(".", " ").split())]
    assert len(table.said) > 10


@pytest.mark.parametrize("to_fetch", [False, True])
def test_a_pawn_on_the_last_rank_becomes_what_the_person_then_says(to_fetch):
    queen, pawn = 4, 15  # black's, the pawn from a7
    start = "4k3/8/8/8/8/8/p7/4K3" if to_fetch else "4k3/8/8/8/8/8/p7/4K2q"
    pieces = _shown(start)
    pieces = pieces.moved(queen, in_slot(chess.BLACK, 0)) if to_fetch else pieces
    table = PaperTable(order(fen=f"{start} b - - 0 1"), pieces=pieces)
    table.engine = scripted("Kd2")
    table.run_until("waiting")
    table.by_hand((pawn, on_square(chess.A1)))

    table.run_until("asking")
    table.run(0.2)
    assert table.game is not None
    assert list(table.game.choices) == ["a2a1q", "a2a1r", "a2a1b", "a2a1n"]
    table.want("move", "a2a1q")
    table.run_until("waiting")

    assert table.said == ["What should the pawn become: queen, rook, bishop or knight?", "I play Kd2."]
    assert table.game.moves == ("a2a1q", "e1d2")
    assert table.game.choices == ()
    assert table.pieces.on(chess.A1) == (queen if to_fetch else pawn)


def test_a_move_that_is_named_while_a_taken_back_one_still_stands_has_to_wait():
    table = PaperTable()
    table.engine = scripted("e4", "Nf3")
    table.run_until("waiting")
    table.play_by_hand("e5")
    table.run_until("moving")
    table.run_until("waiting")
    table.arm_works = lambda _: False
    table.want("take_back")
    table.run_until("asking")

    table.want("move", "d7d5")
    table.run(0.2)

    assert table.said[-1] == "First the board must be put right."
    assert table.game is not None
    assert table.game.moves == ("e2e4",)
