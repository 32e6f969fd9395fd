"""Turns of morris that players consider: how their worth is said, and games that a player refuses."""

from ludens.core.errors import LudensError
from ludens.games.morris.rules import STANDARD, GameRecord, Turn
from ludens.table.players import Candidate, GamePlayer, MoveChoice

MorrisPlayer = GamePlayer[GameRecord, Turn]
MorrisCandidate = Candidate[Turn]
MorrisChoice = MoveChoice[Turn]


def opinion(candidate: MorrisCandidate) -> str:
    """The value or score of a turn in words: `win in 7 plies`, `draw`, `+0.4 men`."""
    if candidate.value is not None:
        return str(candidate.value)
    men = round(candidate.score / 100, 1)
    return f"{men:+.1f} men" if men else "even"


class OtherRulesError(LudensError):
    """A game by rules that this player does not know."""


def require_game_on(record: GameRecord) -> None:
    """Refuse a game that is over."""
    if record.outcome is not None:
        raise LudensError(f"There is no turn to choose: the game is over. {record.outcome}")


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
