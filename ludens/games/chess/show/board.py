"""The game as a picture of a board: position, last move, check, what can be moved where."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import chess

from ludens.games.chess.decide.candidates import mate_in
from ludens.games.chess.rules.pgn import pgn_of
from ludens.games.chess.rules.places import FIRST_SLOT
from ludens.games.chess.rules.reasons import ending_sentence
from ludens.games.chess.rules.record import ChessRecord, record_told
from ludens.games.chess.show.premoves import premoves
from ludens.games.chess.talk.commands import usual_phrase
from ludens.games.chess.talk.language import load_language
from ludens.messages.board_picture import (
    ActionName,
    BoardAction,
    BoardMove,
    BoardPicture,
    BoardPiece,
    BoardPosition,
    BoardSide,
    SidePlayer,
)
from ludens.messages.chess_game import ChessGame, Colour
from ludens.table.values import Value

ORDER = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
FULL_SET = {chess.PAWN: 8, chess.KNIGHT: 2, chess.BISHOP: 2, chess.ROOK: 2, chess.QUEEN: 1}


def side_of(colour: chess.Color) -> int:
    """White is the first side."""
    return 0 if colour else 1


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a position is worth, seen from white.

    `score` is in hundredths of a pawn; `mate_in` is negative when black gives mate.
    """

    score: int
    mate_in: int | None = None

    @property
    def white_share(self) -> float:
        """What white may expect to score, 0 to 1: the height of the bar."""
        if self.mate_in is not None:
            return 1.0 if self.mate_in > 0 else 0.0
        return float(1.0 / (1.0 + 10.0 ** (-self.score / 400.0)))

    def text(self) -> str:
        """In a few characters: `+1.4`, `#3`, `#-2`."""
        if self.mate_in is not None:
            return f"#{self.mate_in}"
        return f"{self.score / 100:+.1f}"


def opinion_from(turn: chess.Color, score: int, value: Value | None) -> Opinion:
    """What the side to move thinks, turned to white's view."""
    sign = 1 if turn else -1
    mate = mate_in(value)
    return Opinion(sign * score, None if mate is None else sign * mate)


def picture_of(game: ChessGame, opinion: Opinion) -> BoardPicture:
    """The game; what is going on, and its clocks, are for the screen to say."""
    record = record_told(game)
    board = record.board()
    ended = record.ending
    yours = _yours(game)
    is_yours = ended is None and board.turn in yours
    last = board.move_stack[-1] if board.move_stack else None
    start = chess.Board(record.start)
    moves, history = _played(record)
    return BoardPicture(
        column_names=tuple(chess.FILE_NAMES),
        row_names=tuple(chess.RANK_NAMES),
        pieces=_pieces(board),
        possible=_board_moves(board.legal_moves) if is_yours else (),
        premoves=_board_moves(premoves(board)) if ended is None and not is_yours and yours else (),
        last=_squares_of(last),
        warned=_in_check(board),
        asked=tuple(place for _, place in game.asked if place < FIRST_SLOT),
        sides=(_side(chess.WHITE, board, game), _side(chess.BLACK, board, game)),
        to_move=None if ended is not None else side_of(board.turn),
        turned=(yours or _people(game)) == [chess.BLACK],
        invitation="click a piece, or drag it",
        sentence="" if ended is None else ending_sentence(ended),
        balance=opinion.white_share,
        balance_words="" if ended is not None else opinion.text(),
        moves=moves,
        history=history,
        first_number=start.fullmove_number,
        second_began=not start.turn,
        result="" if game.result == "*" else game.result,
        actions=_actions(game, is_yours=is_yours) if ended is None and yours else (),
        record=pgn_of(record, {"Event": "Ludens with an arm"}),
        file_name="game.pgn",
    )


def told_move(move: chess.Move) -> BoardMove:
    """A move as the page says it."""
    words = f"{chess.square_name(move.from_square)} {chess.square_name(move.to_square)}"
    return BoardMove(move.from_square, move.to_square, words)


def _yours(game: ChessGame) -> list[chess.Color]:
    return [colour for colour in chess.COLORS if _name(colour) in game.at_page]


def _people(game: ChessGame) -> list[chess.Color]:
    return [colour for colour in chess.COLORS if (game.white if colour else game.black) != "engine"]


def _name(colour: chess.Color) -> Colour:
    return "white" if colour else "black"


def _pieces(board: chess.Board) -> tuple[BoardPiece, ...]:
    return tuple(
        BoardPiece(square, chess.piece_symbol(piece.piece_type).upper(), side_of(piece.color))
        for square, piece in sorted(board.piece_map().items())
    )


def _board_moves(moves: Iterable[chess.Move]) -> tuple[BoardMove, ...]:
    """One for each pair of squares: to which piece a pawn is promoted is asked for by the dialogue."""
    return tuple({(move.from_square, move.to_square): told_move(move) for move in moves}.values())


def _squares_of(move: chess.Move | None) -> tuple[int, ...]:
    return () if move is None else (move.from_square, move.to_square)


def _in_check(board: chess.Board) -> tuple[int, ...]:
    king = board.king(board.turn)
    return (king,) if board.is_check() and king is not None else ()


def _side(colour: chess.Color, board: chess.Board, game: ChessGame) -> BoardSide:
    there = Counter(piece.piece_type for piece in board.piece_map().values() if piece.color != colour)
    taken = tuple(
        chess.piece_symbol(kind).upper() for kind in ORDER for _ in range(FULL_SET[kind] - there[kind])
    )
    name = _name(colour)
    mover = game.white if colour else game.black
    player: SidePlayer = "you" if name in game.at_page else "robot" if mover == "engine" else "person"
    who = {"you": "you", "robot": f"the robot, level {game.level}", "person": "the person at the table"}
    return BoardSide(name=name.capitalize(), player=player, who=who[player], taken=taken)


def _actions(game: ChessGame, *, is_yours: bool) -> tuple[BoardAction, ...]:
    """What a player may want now, said in the game's language."""
    language = load_language(game.language)
    wanted: list[ActionName] = ["hint"] if is_yours else []
    wanted += ["take_back"] if game.moves else []
    return tuple(BoardAction(name, usual_phrase(name, language)) for name in (*wanted, "draw", "resign"))


def _played(record: ChessRecord) -> tuple[tuple[str, ...], tuple[BoardPosition, ...]]:
    """The moves in notation, and how the board stood before each of them."""
    board = chess.Board(record.start)
    told, positions, last = [], [], None
    for move in record.moves:
        told.append(board.san(move))
        positions.append(BoardPosition(_pieces(board), _squares_of(last)))
        board.push(move)
        last = move
    return tuple(told), tuple(positions)


# Chess pieces as drawings of our own: a few shapes each, in a box of 100 by 100.
BASE = '<path d="M22 88 V82 Q22 76 28 76 H72 Q78 76 78 82 V88 Z"/>'
SKIRT = '<path d="M37 62 H63 L68 76 H32 Z"/>'

PAWN = (
    '<path d="M36 76 C40 66 45 62 45 49 H55 C55 62 60 66 64 76 Z"/><circle cx="50" cy="35" r="13"/>'
    '<rect x="38" y="46" width="24" height="6" rx="3"/>'
)
ROOK = (
    '<path d="M29 20 H39 V28 H45 V20 H55 V28 H61 V20 H71 V36 L64 43 V66 L70 76 H30 L36 66 V43 L29 36 Z"/>'
    '<path class="inner" d="M37 43 H63 M36 66 H64"/>'
)
KNIGHT = (
    '<path d="M35 76 C33 60 48 56 47 44 C41 48 36 53 29 53 C22 53 19 46 24 41 C30 34 32 27 40 22 L40 11 '
    'L49 19 C66 21 74 38 71 58 C70 66 69 70 69 76 Z"/><circle class="spot" cx="42" cy="31" r="3"/>'
    '<path class="inner" d="M56 27 C64 34 66 46 64 58"/>'
)
BISHOP = (
    '<path d="M41 60 H59 L65 76 H35 Z"/><path d="M50 20 C67 32 68 46 60 56 H40 C32 46 33 32 50 20 Z"/>'
    '<circle cx="50" cy="16" r="5"/><rect x="36" y="54" width="28" height="7" rx="3.5"/>'
    '<path class="inner" d="M50 31 V45 M44 38 H56"/>'
)
QUEEN = (
    f'{SKIRT}<path d="M22 32 L36 62 H64 L78 32 L63 46 L60 25 L50 44 L40 25 L37 46 Z"/>'
    '<circle cx="22" cy="29" r="5"/><circle cx="40" cy="21" r="5"/><circle cx="60" cy="21" r="5"/>'
    '<circle cx="78" cy="29" r="5"/><rect x="34" y="59" width="32" height="7" rx="3.5"/>'
)
KING = (
    f'{SKIRT}<path d="M47 10 H53 V16 H59 V22 H53 V34 H47 V22 H41 V16 H47 Z"/>'
    '<path d="M50 38 C54 28 70 27 74 39 C77 49 68 55 65 62 H35 C32 55 23 49 26 39 C30 27 46 28 50 38 Z"/>'
    '<path class="inner" d="M50 40 V56"/><rect x="34" y="59" width="32" height="7" rx="3.5"/>'
)

SYMBOLS = {
    "P": BASE + PAWN,
    "R": BASE + ROOK,
    "N": BASE + KNIGHT,
    "B": BASE + BISHOP,
    "Q": BASE + QUEEN,
    "K": BASE + KING,
}
"""By the letters of the pieces."""
