"""Where a game stands in the protocol: between two turns, or inside one, before its capture.

Other programs send a turn that closes a mill as two tokens and ask for each of them separately.
"""

from dataclasses import dataclass, replace

from ludens.games.morris.rules import GameRecord, MorrisError, Position, Turn, new_game
from ludens.games.morris.rules.board import points_of
from ludens.games.morris.rules.fen import Fen, parse_fen
from ludens.games.morris.rules.legality import awaits_capture
from ludens.games.morris.rules.notation import turn_text, turns_from_tokens
from ludens.games.morris.rules.turns import apply, closes_mill


@dataclass(frozen=True, slots=True)
class UciPosition:
    """A game, and the step that was made in it already when only its capture is missing."""

    record: GameRecord
    step: Turn | None = None

    def options(self) -> tuple[Turn, ...]:
        """The whole turns that can still come of it."""
        turns = self.record.legal_turns()
        if self.step is None:
            return turns
        step = (self.step.origin, self.step.target)
        return tuple(turn for turn in turns if (turn.origin, turn.target) == step)

    @property
    def fen(self) -> Fen:
        """The position on the board, the step that was made already included."""
        record = self.record
        if self.step is None:
            return Fen(record.position, record.turns_without_mill, len(record.turns) // 2 + 1)
        after = apply(record.position, self.step)
        return Fen(
            replace(after, side_to_move=record.side_to_move),
            move_number=len(record.turns) // 2 + 1,
            removal_pending=True,
        )


def uci_position_after(start: UciPosition, tokens: list[str]) -> UciPosition:
    """Play tokens, captures as tokens of their own or joined to their turn."""
    begun = [] if start.step is None else [turn_text(start.step)]
    record, turns = start.record, turns_from_tokens([*begun, *tokens])
    for turn in turns[:-1]:
        record = record.play(turn)
    if not turns:
        return UciPosition(record)
    last = UciPosition(record, turns[-1])
    if awaits_capture(record.position, turns[-1], record.variant) and last.options():
        return last
    return UciPosition(record.play(turns[-1]))


def uci_position_from_fen(text: str) -> UciPosition:
    """Read a position, also one in which a man must still be removed."""
    fen = parse_fen(text)
    if not fen.removal_pending:
        return UciPosition(new_game(start=fen.position, turns_without_mill=fen.turns_without_mill))
    before, step = _before_removal(fen.position)
    return UciPosition(new_game(start=before), step)


def _before_removal(position: Position) -> tuple[Position, Turn]:
    """A turn that leads there: how the man that closed the mill came does not matter for what follows."""
    for target in points_of(position.own):
        before = Position.of_sides(
            position.own & ~(1 << target),
            position.other,
            own_in_hand=position.own_in_hand + 1,
            other_in_hand=position.other_in_hand,
            side=position.side_to_move,
        )
        if closes_mill(before, Turn(target)):
            return before, Turn(target)
    raise MorrisError("A man is to be removed (action 'r'), but the side to move has no mill.")
