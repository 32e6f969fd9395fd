"""How the first robot that played this game wrote positions and points (tables 5.1 and 5.2 of its report).

A position is 27 characters: 24 points line by line from the top left (`O` empty, `B` player 1, `W` player 2),
`A` or `B` for the player whose turn it is, and two digits: men this player has placed, `09` when all are,
`10` when the player may jump. Player 1 begins and is our white, although its letter is B. A point is a pair
of square and element. How many men the opponent has in hand follows from taking turns.
"""

from ludens.games.morris.rules.board import ELEMENTS, POINT_COUNT, POINT_NAMES, SQUARES, point_at
from ludens.games.morris.rules.errors import NotationError
from ludens.games.morris.rules.position import Position, Side
from ludens.games.morris.rules.turns import may_fly
from ludens.games.morris.rules.variant import STANDARD

LENGTH = 27
MARKS = {None: "O", Side.WHITE: "B", Side.BLACK: "W"}
PLAYERS = {Side.WHITE: "A", Side.BLACK: "B"}
LINE_ORDER = tuple(
    sorted(range(POINT_COUNT), key=lambda point: (-int(POINT_NAMES[point][1]), POINT_NAMES[point]))
)
MEN = STANDARD.men
MOVING, JUMPING = f"{MEN:02}", f"{MEN + 1:02}"


def point_from_pair_text(text: str) -> int:
    """The point of a pair such as `1/0`."""
    square, slash, element = text.strip().partition("/")
    if not (slash and square in "012" and element in "01234567" and len(square) == len(element) == 1):
        raise NotationError(f"A point is SQUARE/ELEMENT, 0/0 to {SQUARES - 1}/{ELEMENTS - 1}, not '{text}'.")
    return point_at(int(square), int(element))


def paper_string(position: Position) -> str:
    """The 27 characters of a position of the ordinary game."""
    if (position.white_in_hand, position.black_in_hand) != _hands(
        position.own_in_hand, position.side_to_move
    ):
        raise NotationError(
            "This notation keeps the men in hand of one player only, and those of the other do not follow: "
            f"white has {position.white_in_hand}, black {position.black_in_hand}."
        )
    board = "".join(MARKS[position.on_point(point)] for point in LINE_ORDER)
    if position.own_in_hand:
        phase = f"{MEN - position.own_in_hand:02}"
    else:
        phase = JUMPING if may_fly(position) else MOVING
    return f"{board}{PLAYERS[position.side_to_move]}{phase}"


def position_from_paper_string(text: str) -> Position:
    """The position of 27 characters."""
    board, player, phase = text[:POINT_COUNT], text[POINT_COUNT : POINT_COUNT + 1], text[POINT_COUNT + 1 :]
    if len(text) != LENGTH or set(board) - set(MARKS.values()) or player not in PLAYERS.values():
        raise NotationError(
            f"24 points (O, B, W), a player (A, B) and two digits were expected, not '{text}'."
        )
    if not phase.isascii() or not phase.isdigit() or int(phase) > MEN + 1:
        raise NotationError(f"The phase is 00 to {MEN + 1}, not '{phase}'.")
    side = next(side for side, letter in PLAYERS.items() if letter == player)
    men = {
        colour: sum(
            1 << point for mark, point in zip(board, LINE_ORDER, strict=True) if mark == MARKS[colour]
        )
        for colour in Side
    }
    hands = _hands(max(MEN - int(phase), 0), side)
    position = Position(men[Side.WHITE], men[Side.BLACK], *hands, side)
    if not position.own_in_hand and (phase == JUMPING) != may_fly(position):
        raise NotationError(
            f"Phase {phase} does not fit {position.own.bit_count()} men of the player to move."
        )
    return position


def _hands(own_in_hand: int, side: Side) -> tuple[int, int]:
    """Men in hand of white and black: white, who begins, is one man ahead when black is to move."""
    if side is Side.WHITE:
        return own_in_hand, own_in_hand
    return max(own_in_hand - 1, 0), own_in_hand
