"""Games of morris in a file of kept games: a position as a FEN, turns as they are written."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ludens.core.errors import LudensError
from ludens.core.kept_games import KeptGames
from ludens.games.morris.rules import GameRecord, MorrisError, new_game
from ludens.games.morris.rules.fen import Fen, format_fen, parse_fen
from ludens.games.morris.rules.notation import turn_from_text, turn_text


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game from the file. `settings` are those of whoever plays it: names and values as text."""

    number: int
    started: str  # date and time, UTC
    record: GameRecord
    settings: Mapping[str, str]


class GameStore:
    """The file of games; it is made when it does not exist."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._games = KeptGames(path)

    def begin(self, record: GameRecord, settings: Mapping[str, str]) -> int:
        """Keep a new game, and return its number."""
        number = self._games.begin(format_fen(Fen(record.start, record.quiet_turns[0])), settings)
        self.keep(number, record)
        return number

    def keep(
        self,
        number: int,
        record: GameRecord,
        *,
        carried_out: bool = True,
        person_score: float | None = None,
    ) -> None:
        """Make the kept game equal to this one: turns were added, or taken back.

        A game at a table whose last turn is not `carried_out` goes on: somebody still has to move the men.
        """
        texts = [turn_text(turn) for turn in record.turns]
        finished = carried_out and record.outcome is not None
        self._games.keep(number, texts, finished=finished, person_score=person_score)

    def set_settings(self, number: int, settings: Mapping[str, str]) -> None:
        """Replace the settings of a game."""
        self._games.set_settings(number, settings)

    def last_unfinished(self) -> KeptGame | None:
        """The game that was begun last of those that are not over."""
        number = self._games.last_unfinished()
        return None if number is None else self.load(number)

    def load(self, number: int) -> KeptGame:
        """A kept game by its number."""
        kept = self._games.load(number)
        try:
            fen = parse_fen(kept.start)
            record = new_game(start=fen.position, turns_without_mill=fen.turns_without_mill)
            for text in kept.turns:
                record = record.play(turn_from_text(text))
            return KeptGame(number, kept.started, record, kept.settings)
        except MorrisError as error:
            raise LudensError(f"Game {number} in {self.path} cannot be read: {error}") from error

    def person_scores(self, *, opponent: str) -> list[float]:
        """What the person scored in finished games against this opponent (setting `level`), oldest first."""
        return [score for settings, score in self._games.person_scores() if settings.get("level") == opponent]
