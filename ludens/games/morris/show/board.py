"""The game as a picture of a board: men, the last turn, what can be played, what is to be put right."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ludens.games.morris.rules import (
    NEIGHBOURS,
    POINT_NAMES,
    GamePhase,
    GameRecord,
    Position,
    Side,
    Turn,
    game_text,
    points_of,
    record_from_texts,
    turn_text,
)
from ludens.games.morris.rules.game_text import RESULTS
from ludens.games.morris.rules.turns import steps
from ludens.games.morris.talk.words import words_of
from ludens.messages.board_picture import (
    ActionName,
    BoardAction,
    BoardMove,
    BoardPicture,
    BoardPiece,
    BoardPosition,
    BoardSide,
    MoveForms,
    SidePlayer,
)
from ludens.messages.engine import ConsideredMove
from ludens.messages.morris_game import Colour, MorrisGame, PersonAsked
from ludens.table.phrase_forms import usual_phrase

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
WORDS = MoveForms(
    step="{origin}-{target}",
    place="{target}",
    step_takes="{origin}-{target}x{taken}",
    place_takes="{target}x{taken}",
)
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


@dataclass(frozen=True, slots=True)
class MorrisOpinion:
    """Who is ahead: from 0, black wins, to 1, white does; and in a few characters."""

    white_share: float = 0.5
    words: str = ""


def picture_of(game: MorrisGame, asked: PersonAsked | None, opinion: MorrisOpinion) -> BoardPicture:
    """The game as it is told; what is going on, and its clocks, are for the screen to say."""
    record = record_from_texts(game.start, game.turns, game.closed)
    position, is_over = record.position, bool(game.outcome)
    is_yours = not is_over and game.turn in game.at_page
    corrections = () if asked is None else asked.corrections
    ahead = _ended(record) or opinion
    return BoardPicture(
        column_names=tuple(COLUMNS),
        row_names=tuple(ROWS),
        pieces=_pieces(position),
        lines=LINES,
        possible=_board_moves(record.legal_turns()) if is_yours else (),
        premoves=_board_moves(premoves(record)) if game.at_page and not is_over and not is_yours else (),
        words=WORDS,
        last=_squares_of(record.turns[-1]) if record.turns else (),
        asked=tuple(square_of(point) for step in corrections for point in step[1:] if point >= 0),
        sides=(_side(Side.WHITE, record, game), _side(Side.BLACK, record, game)),
        to_move=None if is_over else 0 if record.side_to_move is Side.WHITE else 1,
        turned=game.at_page == ("black",) or (not game.at_page and game.robot == ("white",)),
        invitation=_invitation(position),
        sentence=game.outcome,
        balance=ahead.white_share,
        balance_words=ahead.words,
        moves=tuple(map(turn_text, record.turns)),
        history=_history(record),
        second_began=record.start.side_to_move is Side.BLACK,
        result="" if record.outcome is None else RESULTS[record.outcome.winner],
        actions=_actions(game, is_yours=is_yours) if game.at_page and not is_over else (),
        record=game_text(record),
        file_name="morris.txt",
    )


def board_move(turn: Turn) -> BoardMove:
    """A turn as the page says it."""
    origin = turn.target if turn.origin is None else turn.origin
    taken = None if turn.captured is None else square_of(turn.captured)
    return BoardMove(square_of(origin), square_of(turn.target), turn_text(turn), taken)


def premoves(record: GameRecord) -> Iterator[Turn]:
    """Turns that the side not to move may want to make next, as the men stand now, without their captures."""
    position = replace(record.position, side_to_move=record.side_to_move.other)
    return (Turn(target, origin) for origin, target in steps(position, record.variant))


def _board_moves(turns: Iterable[Turn]) -> tuple[BoardMove, ...]:
    return tuple(map(board_move, turns))


def _invitation(position: Position) -> str:
    if position.phase is GamePhase.PLACING:
        return "click a free point"
    return "click one of your men, or drag it"


def _pieces(position: Position) -> tuple[BoardPiece, ...]:
    return tuple(
        BoardPiece(square_of(point), MEN[number], number)
        for number, side in enumerate(Side)
        for point in points_of(position.men(side))
    )


def _squares_of(turn: Turn) -> tuple[int, ...]:
    return tuple(square_of(point) for point in (turn.origin, turn.target) if point is not None)


def _history(record: GameRecord) -> tuple[BoardPosition, ...]:
    """How the board stood before each of the turns."""
    last: tuple[tuple[int, ...], ...] = ((), *map(_squares_of, record.turns))
    return tuple(
        BoardPosition(_pieces(position), squares)
        for position, squares in zip(record.positions[:-1], last[:-1], strict=True)
    )


def _side(side: Side, record: GameRecord, game: MorrisGame) -> BoardSide:
    position = record.position
    other = side.other
    taken = FULL_SET - position.men(other).bit_count() - position.in_hand(other)
    name, in_hand = side.value, position.in_hand(side)
    player: SidePlayer = "you" if name in game.at_page else "robot" if name in game.robot else "person"
    who = {"you": "you", "robot": f"the robot, level {game.level}", "person": "the person at the table"}
    return BoardSide(
        name=name.capitalize(),
        player=player,
        who=who[player] + (f", {in_hand} in hand" if in_hand else ""),
        taken=(MEN[0 if other is Side.WHITE else 1],) * max(taken, 0),
        places=MEN[0 if side is Side.WHITE else 1],
    )


def _actions(game: MorrisGame, *, is_yours: bool) -> tuple[BoardAction, ...]:
    """What a player may want now, said in the game's language."""
    commands = words_of(game.language).heard.commands
    is_directed = game.turn in game.robot  # then there is no engine to ask
    wanted: list[ActionName] = ["hint"] if is_yours and not is_directed else []
    wanted += ["take_back"] if game.turns else []
    return tuple(BoardAction(name, usual_phrase(commands[name])) for name in (*wanted, "draw", "resign"))


def opinion_of(best: ConsideredMove, mover: Colour) -> MorrisOpinion:
    """What the engine thinks of its best turn, seen from white: `1-0` where it is certain, else `+0.4`."""
    sign = 1 if mover == "white" else -1
    if best.result:
        value = sign * {"win": 1, "draw": 0, "loss": -1}[best.result]
        return MorrisOpinion(0.5 + 0.5 * value, {1: "1-0", 0: "½", -1: "0-1"}[value])
    share = 0.5 + 0.5 * max(-1.0, min(1.0, sign * best.score / SURE_SCORE))
    return MorrisOpinion(share, f"{sign * best.score / 100:+z.1f}")


def _ended(record: GameRecord) -> MorrisOpinion | None:
    end = record.outcome
    if end is None:
        return None
    return MorrisOpinion(0.5 if end.winner is None else float(end.winner is Side.WHITE))
