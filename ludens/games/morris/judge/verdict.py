"""What the judge says about a board."""

from dataclasses import dataclass
from enum import Enum

from ludens.games.morris.judge.corrections import Remedy
from ludens.games.morris.judge.faults import REMARKS, Fault, FaultKind
from ludens.games.morris.rules import Side, Turn, names_of, turn_text

MOST_SHOWN = 3  # remedies or turns named in a text
MOST_CORRECTIONS = 3  # of a remedy that is named beside others; nobody listens to three long lists


class Ruling(Enum):
    """The kinds of verdict."""

    LEGAL = "legal"
    UNCHANGED = "unchanged"
    UNCERTAIN = "uncertain"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge says.

    `turns` are the legal turns that fit: one when LEGAL, any number when UNCERTAIN (`may_be_unchanged`: the
    position before fits too). `look_at` is the set of points to look at again: those that decide between the
    turns, or those that make an illegal board illegal. `faults` and `remedies` belong to ILLEGAL only.
    """

    ruling: Ruling
    side: Side
    turns: tuple[Turn, ...] = ()
    may_be_unchanged: bool = False
    look_at: int = 0
    faults: tuple[Fault, ...] = ()
    remedies: tuple[Remedy, ...] = ()

    @property
    def turn(self) -> Turn | None:
        """The turn that was made, when that is certain."""
        return self.turns[0] if self.ruling is Ruling.LEGAL else None

    @property
    def remedy(self) -> Remedy | None:
        """What to do to put an illegal board right."""
        return self.remedies[0] if self.remedies else None

    @property
    def kinds(self) -> frozenset[FaultKind]:
        """What is wrong, remarks left out."""
        return frozenset(fault.kind for fault in self.faults) - REMARKS

    def __str__(self) -> str:
        player = self.side.value.capitalize()
        if self.ruling is Ruling.LEGAL:
            return f"{player} played {turn_text(self.turns[0])}."
        if self.ruling is Ruling.UNCHANGED:
            return f"Nothing has changed: {self.side.value} has yet to make a turn."
        if self.ruling is Ruling.UNCERTAIN:
            return self._uncertain(player)
        return " ".join([*(fault.sentence for fault in self.faults), self._advice()])

    def _uncertain(self, player: str) -> str:
        shown = [turn_text(turn) for turn in self.turns[:MOST_SHOWN]]
        more = len(self.turns) - len(shown)
        choices = [
            *shown,
            *([f"{more} more"] if more else []),
            *(["nothing"] if self.may_be_unchanged else []),
        ]
        points = ", ".join(names_of(self.look_at))
        return f"{player} may have played {' or '.join(choices)}; look at {points}."

    def _advice(self) -> str:
        """One way to put it right, and others where all of them are quickly said."""
        if not self.remedies:
            return ""
        is_short = len(self.remedies[0].corrections) <= MOST_CORRECTIONS
        texts = [str(remedy) for remedy in self.remedies[: MOST_SHOWN if is_short else 1]]
        more = len(self.remedies) - len(texts) if is_short else 0
        ways = "1 more way that takes" if more == 1 else f"{more} more ways that take"
        return " Or: ".join(texts) + (f" (Or {ways} as little.)" if more else "")
