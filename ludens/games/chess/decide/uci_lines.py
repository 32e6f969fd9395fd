"""Lines that a UCI engine sends, read: the options it offers, and what it thinks."""

from dataclasses import dataclass

import chess

from ludens.core.errors import LudensError
from ludens.games.chess.decide.player import Candidate

MATE_SCORE = 30_000


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be set; numbers have limits."""

    name: str
    kind: str  # check, spin, combo, button or string
    least: int | None = None
    most: int | None = None

    def require(self, value: str, *, engine: str) -> None:
        """Refuse a value that the engine does not take."""
        if self.kind == "check" and value not in ("true", "false"):
            raise LudensError(f"The option {self.name} of {engine} is true or false, not '{value}'.")
        if self.kind != "spin":
            return
        number = int(value) if value.lstrip("-").isdigit() else None
        low, high = self.least, self.most
        if number is None or (low is not None and number < low) or (high is not None and number > high):
            raise LudensError(f"The option {self.name} of {engine} goes from {low} to {high}, not '{value}'.")


@dataclass(frozen=True, slots=True)
class Information:
    """One line of thought; `place` 1 is the best."""

    place: int
    candidate: Candidate


def option_from(line: str) -> Option | None:
    """An option from `option name Hash type spin default 16 min 1 max 33554432`, or None."""
    words = line.split()
    if words[:2] != ["option", "name"] or "type" not in words:
        return None
    at = words.index("type")
    kind = words[at + 1] if at + 1 < len(words) else "string"
    return Option(" ".join(words[2:at]), kind, _number_after(words, "min"), _number_after(words, "max"))


def information_from(board: chess.Board, line: str) -> Information | None:
    """What an `info` line says of a move, or None when it says nothing certain."""
    words = line.split()
    if words[:1] != ["info"] or "pv" not in words or "lowerbound" in words or "upperbound" in words:
        return None
    moves = _legal_line(board, words[words.index("pv") + 1 :])
    mate, score = _number_after(words, "mate"), _number_after(words, "cp")
    if not moves or (mate is None and score is None):
        return None
    if mate is not None:
        score = MATE_SCORE - 2 * mate if mate > 0 else -MATE_SCORE - 2 * mate
    assert score is not None
    place = _number_after(words, "multipv") or 1
    return Information(place, Candidate(moves[0], score, mate, moves))


def _legal_line(board: chess.Board, words: list[str]) -> tuple[chess.Move, ...]:
    ahead = board.copy(stack=False)
    moves: list[chess.Move] = []
    for word in words:
        try:
            move = ahead.parse_uci(word)
        except ValueError:
            break
        moves.append(move)
        ahead.push(move)
    return tuple(moves)


def _number_after(words: list[str], name: str) -> int | None:
    if name not in words:
        return None
    following = words[words.index(name) + 1 :][:1]
    return int(following[0]) if following and following[0].lstrip("-").isdigit() else None
