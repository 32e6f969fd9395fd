"""The game as a picture of a board: men, the last turn, what can be played, what is to be put right."""

from ludens.games.morris.rules import (
    NEIGHBOURS,
    POINT_NAMES,
    GameRecord,
    Position,
    Side,
    game_text,
    points_of,
    record_from_texts,
    turn_text,
)
from ludens.messages.board_picture import BoardMove, BoardPicture, BoardPiece, BoardSide
from ludens.messages.engine import ConsideredMove
from ludens.messages.morris_game import MorrisGame, PersonAsked
from ludens.table.values import Result, Value

COLUMNS, ROWS = "abcdefg", "1234567"
MEN = ("yellow man", "red man")
"""White's and black's: as they are painted on the table."""
CUBE = (
    '<rect x="25" y="25" width="50" height="50" rx="6" style="fill:{side};stroke:{edge}"/>'
    '<rect x="31" y="31" width="38" height="38" rx="3" style="fill:{top};stroke:none"/>'
)
SYMBOLS = {
    MEN[0]: CUBE.format(side="#c99a0c", edge="#6b5206", top="#e6b91e"),
    MEN[1]: CUBE.format(side="#a01217", edge="#560a0d", top="#c4232a"),
}
FULL_SET = 9
SURE_SCORE = 600
"""Hundredths of a man from which on a side is as good as winning."""


def square_of(point: int) -> int:
    """Where a point is in the grid of seven by seven."""
    name = POINT_NAMES[point]
    return COLUMNS.index(name[0]) + len(COLUMNS) * ROWS.index(name[1])


LINES = tuple(
    (square_of(first), square_of(second))
    for first, neighbours in enumerate(NEIGHBOURS)
    for second in points_of(neighbours)
    if first < second
)


def picture_of(game: MorrisGame, asked: PersonAsked | None, best: ConsideredMove | None) -> BoardPicture:
    """The game as it is told; its clocks stand at zero."""
    record = record_from_texts(game.start, game.turns)
    position = record.position
    may_move = record.outcome is None and game.turn not in game.robot
    corrections = () if asked is None else asked.corrections
    return BoardPicture(
        column_names=tuple(COLUMNS),
        row_names=tuple(ROWS),
        pieces=_pieces(position),
        lines=LINES,
        possible=_possible(record) if may_move else (),
        last=_last(record),
        asked=tuple(square_of(point) for step in corrections for point in step[1:] if point >= 0),
        sides=(_side(Side.WHITE, record, game), _side(Side.BLACK, record, game)),
        turned=game.robot == ("white",),
        sentence=game.outcome or f"{game.turn.capitalize()} to move",
        balance=_balance(record, best),
        balance_words=_opinion(best),
        moves=tuple(map(turn_text, record.turns)),
        result=game.outcome,
        record=game_text(record),
        file_name="morris.txt",
    )


def _pieces(position: Position) -> tuple[BoardPiece, ...]:
    return tuple(
        BoardPiece(square_of(point), MEN[number], number)
        for number, side in enumerate(Side)
        for point in points_of(position.men(side))
    )


def _possible(record: GameRecord) -> tuple[BoardMove, ...]:
    """One for each legal turn."""
    return tuple(
        BoardMove(
            square_of(turn.target if turn.origin is None else turn.origin),
            square_of(turn.target),
            turn_text(turn),
            None if turn.captured is None else square_of(turn.captured),
        )
        for turn in record.legal_turns()
    )


def _last(record: GameRecord) -> tuple[int, ...]:
    if not record.turns:
        return ()
    turn = record.turns[-1]
    return tuple(square_of(point) for point in (turn.origin, turn.target) if point is not None)


def _side(side: Side, record: GameRecord, game: MorrisGame) -> BoardSide:
    position = record.position
    other = side.other
    taken = FULL_SET - position.men(other).bit_count() - position.in_hand(other)
    who = "the robot" if side.value in game.robot else "plays by hand"
    in_hand = position.in_hand(side)
    return BoardSide(
        name=side.value.capitalize(),
        who=who + (f", {in_hand} in hand" if in_hand else ""),
        used_s=0.0,
        clock_runs=False,
        taken=(MEN[0 if other is Side.WHITE else 1],) * max(taken, 0),
    )


def _balance(record: GameRecord, best: ConsideredMove | None) -> float:
    """From 0, black wins, to 1, white does: by what the engine said about the turn before the last one."""
    if best is None or not record.turns:
        return 0.5
    share = 0.5 + 0.5 * max(-1.0, min(1.0, best.score / SURE_SCORE))
    mover_is_white = record.side_to_move is Side.BLACK
    return share if mover_is_white else 1.0 - share


def _opinion(best: ConsideredMove | None) -> str:
    """What is known or thought of a move: `win in 7 plies`, `draw`, `+0.4`."""
    if best is None:
        return ""
    if not best.result:
        return f"{best.score / 100:+z.1f}"
    return str(Value(Result[best.result.upper()], best.plies))
