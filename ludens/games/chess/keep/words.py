"""What the keeper of a game says, in English."""

from collections.abc import Iterable, Sequence

import chess

from ludens.games.chess.rules.piece_moves import PieceMove
from ludens.games.chess.rules.pieces import PIECES, colour_name
from ludens.games.chess.rules.places import Place
from ludens.messages import Trouble


def piece_words(piece: int) -> str:
    """`the white knight`."""
    one = PIECES[piece]
    return f"the {colour_name(one.colour)} {chess.piece_name(one.type)}"


def place_words(place: Place) -> str:
    """`e4`, `a slot of black`, `off the board`."""
    if place.slot is not None:
        return f"a slot for {colour_name(place.slot[0])} pieces"
    return str(place)


def please(moves: Sequence[PieceMove], *, most: int = 3) -> str:
    """What a person is asked to do, such as `Please put the white pawn from e5 to e4`."""
    parts = [
        f"{piece_words(move.piece_id)} "
        + (f"from {place_words(move.origin)} " if not move.origin.is_off else "")
        + (f"to {place_words(move.target)}" if not move.target.is_off else "beside the board")
        for move in moves[:most]
    ]
    more = "" if len(moves) <= most else f", and {len(moves) - most} more"
    return f"Please put {', '.join(parts)}{more}." if parts else ""


def trouble_words(troubles: Iterable[Trouble]) -> str:
    """What the camera sees that should not be."""
    covered = [Place(one.place) for one in troubles if one.kind == "covered" and one.place is not None]
    if covered:
        named = ", ".join(dict.fromkeys(place_words(place) for place in covered[:4]))
        return f"Something covers {named}; I cannot see the board."
    for one in troubles:
        where = "" if one.place is None else place_words(Place(one.place))
        match one.kind:
            case "doubled":
                return f"I see {piece_words(one.pieces[0])} with the same marker twice."
            case "foreign":
                return "I see a marker that belongs to no piece."
            case "shared":
                return f"Two pieces stand on {where}."
            case "between":
                return f"{piece_words(one.pieces[0]).capitalize()} stands on a line beside {where}."
    return "I cannot see the board well."


def move_words(board: chess.Board, move: chess.Move) -> str:
    """A move that the robot makes."""
    return f"I play {board.san(move)}."
