"""The record of a game: where it began and every turn since. Playing on gives a new record."""

from dataclasses import dataclass, field, replace

from ludens.games.morris.rules.errors import IllegalTurnError, MorrisError
from ludens.games.morris.rules.legality import require_legal
from ludens.games.morris.rules.outcome import Outcome, Reason, outcome
from ludens.games.morris.rules.position import Position, Side, start_position
from ludens.games.morris.rules.turns import Turn, apply, closes_mill, legal_turns
from ludens.games.morris.rules.variant import STANDARD, Variant


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game so far; make one with `new_game` and go on with `play`.

    `positions` holds the start and the position after every turn; `quiet_turns`, beside each of them, how
    many turns in a row before it neither placed a man nor closed a mill. `closed` is an end that the players
    made.
    """

    variant: Variant = STANDARD
    turns: tuple[Turn, ...] = ()
    positions: tuple[Position, ...] = field(default_factory=lambda: (start_position(),))
    quiet_turns: tuple[int, ...] = (0,)
    closed: Outcome | None = None

    @property
    def start(self) -> Position:
        """Where the game began."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """What stands on the board now."""
        return self.positions[-1]

    @property
    def side_to_move(self) -> Side:
        return self.position.side_to_move

    @property
    def turns_without_mill(self) -> int:
        """How many turns ago, both players' counted, a man was placed or a mill closed."""
        return self.quiet_turns[-1]

    @property
    def repetitions(self) -> int:
        """For how many times this position stands on the board, this time counted."""
        # A turn that places or takes can never be reversed, so only quiet ones lead back.
        reachable = self.positions[-(self.turns_without_mill + 1) :]
        return reachable.count(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, draws included, or None while it goes on."""
        end = outcome(self.position, self.variant)
        if end is not None:
            return end
        if self.variant.repetitions is not None and self.repetitions >= self.variant.repetitions:
            return Outcome(None, Reason.REPETITION)
        most = self.variant.turns_without_mill
        if most is not None and self.turns_without_mill >= most:
            return Outcome(None, Reason.NO_MILL)
        return self.closed

    def legal_turns(self) -> tuple[Turn, ...]:
        """All turns of the side to move; none when the game is over, also by a draw."""
        return () if self.outcome is not None else legal_turns(self.position, self.variant)

    def play(self, turn: Turn) -> "GameRecord":
        """The game with one turn more. Raises an `IllegalTurnError` that says what is wrong with it."""
        end = self.outcome
        if end is not None:
            raise IllegalTurnError(f"The game is over. {end}")
        require_legal(self.position, turn, self.variant)
        quiet = turn.origin is not None and not closes_mill(self.position, turn, self.variant)
        return GameRecord(
            self.variant,
            (*self.turns, turn),
            (*self.positions, apply(self.position, turn)),
            (*self.quiet_turns, self.turns_without_mill + 1 if quiet else 0),
        )

    def close(self, end: Outcome) -> "GameRecord":
        """The game ended by the players; one that has ended already stays as it has."""
        return self if self.outcome is not None else replace(self, closed=end)

    def undo(self, count: int = 1) -> "GameRecord":
        """The game without its last turns, and no longer ended by the players."""
        if not 0 <= count <= len(self.turns):
            raise MorrisError(f"{count} turns cannot be taken back; {len(self.turns)} were played.")
        if count == 0:
            return replace(self, closed=None)
        return GameRecord(
            self.variant, self.turns[:-count], self.positions[:-count], self.quiet_turns[:-count]
        )


def new_game(
    variant: Variant = STANDARD, *, start: Position | None = None, turns_without_mill: int = 0
) -> GameRecord:
    """A game about to begin, from the empty board or from any position."""
    first = start_position(variant) if start is None else start
    if first.occupied & ~variant.layout.points:
        raise MorrisError("The start has men on points that the board of this variant does not have.")
    for side in Side:
        total = first.men(side).bit_count() + first.in_hand(side)
        if total > variant.men:
            raise MorrisError(f"{side.value.capitalize()} has {total} men; this variant gives {variant.men}.")
    return GameRecord(variant, (), (first,), (turns_without_mill,))
