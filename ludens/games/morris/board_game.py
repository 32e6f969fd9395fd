"""Nine Men's Morris as the table needs it: records of games as they are kept, told, typed and exported."""

from collections.abc import Mapping, Sequence

from ludens.games.morris.rules import (
    STANDARD,
    Fen,
    GameRecord,
    MorrisError,
    NotationError,
    Turn,
    closed_text,
    format_fen,
    game_from_text,
    game_text,
    new_game,
    parse_fen,
    record_from_texts,
    record_texts,
    turn_text,
)
from ludens.messages.morris_game import MorrisGame
from ludens.table.board_game import COLOURS, BoardGame, Colour, GameResult, PlayerKind
from ludens.table.lineup import AT, ROBOT, TERMINAL

CLOSED = "closed"  # how the players ended the game
MOVERS: dict[PlayerKind, str] = {"engine": ROBOT, "text": ROBOT, "person": "hand", "human": "hand"}


class Morris(BoardGame[GameRecord, Turn]):
    """The standard rules, with turns as they are written (`d6-d5xb4`)."""

    error = MorrisError
    message = MorrisGame
    turn_word = "turn"
    usual_level = 8
    movers = MOVERS
    typed_becomes = "human"
    own_settings = (CLOSED,)

    def new(self) -> GameRecord:
        return new_game()

    def from_fen(self, text: str) -> GameRecord:
        """A game that begins at a position, between two turns."""
        fen = parse_fen(text)
        if fen.removal_pending:
            raise NotationError("This position lies inside a turn: a man must still be removed (action 'r').")
        return new_game(start=fen.position, turns_without_mill=fen.turns_without_mill)

    def fen(self, record: GameRecord) -> str:
        return format_fen(Fen(record.position, record.turns_without_mill, len(record.turns) // 2 + 1))

    def start_text(self, record: GameRecord) -> str:
        return record_texts(record)[0]

    def turn_text(self, turn: Turn) -> str:
        return turn_text(turn)

    def read(self, start: str, turns: Sequence[str], own: Mapping[str, str]) -> GameRecord:
        return record_from_texts(start, turns, own.get(CLOSED, ""))

    def turns(self, record: GameRecord) -> tuple[Turn, ...]:
        return record.turns

    def to_move(self, record: GameRecord) -> Colour:
        return record.side_to_move.value

    def play(self, record: GameRecord, turn: Turn) -> GameRecord:
        return record.play(turn)

    def back(self, record: GameRecord) -> GameRecord:
        return record.undo()

    def result(self, record: GameRecord) -> GameResult | None:
        end = record.outcome
        if end is None:
            return None
        return GameResult(end.winner and end.winner.value, str(end), end.reason.name.lower())

    def exported(self, record: GameRecord, players: Mapping[Colour, str]) -> str:
        names = {colour.capitalize(): name.replace('"', "'") for colour, name in players.items()}
        return game_text(record, headers=names)

    def imported(self, text: str) -> GameRecord:
        """The game in a text; only the standard rules are played at this table."""
        record = game_from_text(text)
        if record.variant != STANDARD:
            raise MorrisError("It goes by other rules; here the standard ones are played.")
        return record

    def modern(self, settings: Mapping[str, str]) -> Mapping[str, str]:
        """Settings with the names of today: older files say what the robot, or the person, played."""
        kept = dict(settings)
        side, robot = kept.pop("side", ""), kept.pop("robot", None)
        directed, opponent = kept.pop("director", "no") == "yes", kept.pop("opponent", "")
        if side:
            players = {one: "text" if directed or one == side else "engine" for one in COLOURS}
            return {**players, AT: TERMINAL, **kept}
        if robot is None:
            return kept
        other = {"robot": "engine", "human": "human"}.get(opponent, "person")
        return {**{one: "engine" if one in robot.split() else other for one in COLOURS}, **kept}

    def own(self, record: GameRecord) -> dict[str, str]:
        return {CLOSED: closed_text(record)}

    def told(self, message: MorrisGame) -> GameRecord:
        return record_from_texts(message.start, message.turns, message.closed)

    def is_another(self, before: MorrisGame, message: MorrisGame) -> bool:
        """Whether a game with another start has begun, or another one with the same."""
        return (before.start, before.begun_s) != (message.start, message.begun_s)

    def ended_by_players(self, record: GameRecord) -> bool:
        return record.closed is not None


MORRIS_GAME = Morris()
