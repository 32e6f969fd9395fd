"""What is to be played at the table: a new game, men that stand on the board, or a kept game that goes on."""

from dataclasses import dataclass
from pathlib import Path

from ludens.core.errors import LudensError
from ludens.games.morris.decide.director import DIRECTED
from ludens.games.morris.keeping import GameWriter, last_game
from ludens.games.morris.options import MorrisPlayOptions
from ludens.games.morris.rules import GameRecord, MorrisError, new_game, parse_fen, record_texts
from ludens.games.morris.seat import Seat
from ludens.games.morris.store import KeptGame
from ludens.messages.morris_game import MorrisOrder


@dataclass(frozen=True, slots=True)
class OrderedGame:
    """A game as somebody wants it. `path` is the file in which it is kept, `kept` what stood there."""

    record: GameRecord
    seat: Seat
    path: Path | None = None
    kept: KeptGame | None = None

    @classmethod
    def by(cls, options: MorrisPlayOptions) -> "OrderedGame":
        """What the options mean; what cannot be is a sentence."""
        path = Path(options.games).expanduser() if options.games else None
        if not options.resume:
            record = _standing(options.position) if options.position else new_game()
            return cls(record, Seat.chosen(options), path)
        if path is None:
            raise LudensError("Say which file the game is in: --games FILE --resume.")
        if options.position:
            raise LudensError("A kept game has its own position: leave out --position, or --resume.")
        kept = last_game(path)
        return cls(kept.record, Seat.chosen(options, kept.settings), path, kept)

    def order(self, options: MorrisPlayOptions) -> MorrisOrder:
        """The same for the robot, with what else the options want of it."""
        start, turns = record_texts(self.record)
        return MorrisOrder(
            time_s=0.0,
            start=start,
            turns=turns,
            robot=self.seat.robot,
            level=DIRECTED if options.directed else self.seat.level,
            from_board=bool(options.position),
            learns_colours=options.learn,
            learns_camera=options.calibrate,
        )

    def writer(self) -> GameWriter | None:
        """Who writes it down, if anybody shall."""
        if self.path is None:
            return None
        return GameWriter(self.path, kept=self.kept, level=self.seat.level, opponent=self.seat.opponent)


def _standing(text: str) -> GameRecord:
    try:
        fen = parse_fen(text)
        record = new_game(start=fen.position, turns_without_mill=fen.turns_without_mill)
    except MorrisError as error:
        raise LudensError(f"The position cannot be read. {error}") from error
    if fen.removal_pending:
        raise LudensError("The position lies inside a turn: take the man that the mill takes, too.")
    return record
