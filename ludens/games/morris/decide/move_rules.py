"""Morris as players and matches at the table need it: its rules, and what a candidate is worth in words."""

from collections.abc import Sequence

from ludens.core.errors import LudensError
from ludens.games.morris.rules import STANDARD, GameRecord, Side, Turn, record_from_texts, turn_text
from ludens.table.board_game import Colour, GameResult
from ludens.table.players import Candidate, GamePlayer, MoveChoice

MorrisPlayer = GamePlayer[GameRecord, Turn]
MorrisCandidate = Candidate[Turn]
MorrisChoice = MoveChoice[Turn]


class MorrisRules:
    """Games are records; moves are whole turns, captures included."""

    def read(self, start: str, moves: Sequence[str]) -> GameRecord:
        return record_from_texts(start, moves)

    def legal_moves(self, game: GameRecord) -> tuple[Turn, ...]:
        return game.legal_turns()

    def play(self, game: GameRecord, move: Turn) -> GameRecord:
        return game.play(move)

    def text(self, move: Turn) -> str:
        return turn_text(move)

    def to_move(self, game: GameRecord) -> Colour:
        return _colour(game.side_to_move)

    def result(self, game: GameRecord) -> GameResult | None:
        end = game.outcome
        if end is None:
            return None
        winner = None if end.winner is None else _colour(end.winner)
        return GameResult(winner, str(end), end.reason.name.lower())


MORRIS_RULES = MorrisRules()


def _colour(side: Side) -> Colour:
    return "white" if side is Side.WHITE else "black"


def opinion(candidate: MorrisCandidate) -> str:
    """What is known or thought of a turn: `win in 7 plies`, `draw`, `+0.4 men`."""
    if candidate.value is not None:
        return str(candidate.value)
    men = round(candidate.score / 100, 1)
    return f"{men:+.1f} men" if men else "even"


class OtherRulesError(LudensError):
    """A game by rules that this player does not know."""


def require_standard(record: GameRecord) -> None:
    """Refuse rules other than the standard ones; how draws are counted may differ."""
    ours = record.variant
    if any(
        getattr(ours, name) != getattr(STANDARD, name)
        for name in ("flying", "capture_from_mills", "diagonals", "squares")
    ):
        raise OtherRulesError(
            "This player knows the standard rules of Nine Men's Morris only: flying with three men, no "
            "diagonals, any man may be taken when all stand in mills."
        )
