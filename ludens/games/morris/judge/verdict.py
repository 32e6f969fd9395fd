"""Verdict of the judge on a board: the ruling, the faults, and how to put them right."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from ludens.games.morris.judge.corrections import Remedy
from ludens.games.morris.rules import Side, Turn, names_of, turn_text
from ludens.games.morris.talk.words import Listed, Phrase, phrase, side

MOST_SHOWN = 3  # remedies or turns named in a text
MOST_CORRECTIONS = 3  # of a remedy that is named beside others; nobody listens to three long lists


class FaultKind(Enum):
    """All that the judge can name. Two cheats that leave the same board get the same name."""

    TOO_FAR = "a man moved more than one step"
    MOVED_WHILE_IN_HAND = "a man moved although men are still in hand"
    MOVED_SEVERAL = "several men moved in one turn"
    PLACED_SEVERAL = "several men were placed in one turn"
    PLACED_WITH_EMPTY_HAND = "a man was placed although none is in hand"
    MOVED_ONTO_MAN = "a man was put onto a point that was taken"
    OWN_MAN_GONE = "a player's own man left the board"
    OPPONENT_MOVED = "a man of the opponent moved"
    OPPONENT_ADDED = "a man of the opponent was added"
    WRONG_COLOUR_PLACED = "a man of the wrong colour was placed"
    COLOUR_CHANGED = "a man changed its colour"
    MILL_WITHOUT_CAPTURE = "a mill was closed and nothing taken"
    TOOK_WITHOUT_MILL = "a man was taken without a mill"
    TOOK_SAFE_MAN = "a man was taken that was safe in a mill"
    TOOK_SEVERAL = "several men were taken in one turn"
    BOARD_UPSET = "far more changed than a turn can change"
    GAME_OVER = "the game was over"
    WRONG_NUMBER = "there is a wrong number of men on the board"
    TAKEN_BACK = "the board is as it was some turns ago"


# Remarks that stand beside the fault itself: they say the same in another way.
REMARKS = frozenset({FaultKind.WRONG_NUMBER, FaultKind.TAKEN_BACK})


@dataclass(frozen=True, slots=True)
class RuleFault:
    """One thing that is wrong: what, at which points, and the sentence to say."""

    kind: FaultKind
    points: tuple[int, ...]
    said: Phrase

    def __str__(self) -> str:
        return str(self.said)


def fault(kind: FaultKind, where: tuple[int, ...], **values: object) -> RuleFault:
    """A fault with the values of its sentence."""
    return RuleFault(kind, where, phrase(f"faults.{kind.name.lower()}", **values))


def kinds_of(faults: tuple[RuleFault, ...]) -> frozenset[FaultKind]:
    """Kinds of these faults, remarks left out."""
    return frozenset(fault.kind for fault in faults) - REMARKS


class Ruling(Enum):
    """The kinds of verdict."""

    LEGAL = "legal"
    UNCHANGED = "unchanged"
    UNCERTAIN = "uncertain"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict on a board.

    `turns` are the legal turns that fit: one when LEGAL, any number when UNCERTAIN (`may_be_unchanged`: the
    position before fits too). `look_at` is the set of points to look at again: those that decide between the
    turns, or those that make an illegal board illegal. `faults` and `remedies` belong to ILLEGAL only.
    """

    ruling: Ruling
    side: Side
    turns: tuple[Turn, ...] = ()
    may_be_unchanged: bool = False
    look_at: int = 0
    faults: tuple[RuleFault, ...] = ()
    remedies: tuple[Remedy, ...] = ()

    @property
    def turn(self) -> Turn | None:
        """The turn that was made, when that is certain."""
        return self.turns[0] if self.ruling is Ruling.LEGAL else None

    @property
    def remedy(self) -> Remedy | None:
        """The proposed way to put an illegal board right."""
        return self.remedies[0] if self.remedies else None

    @property
    def kinds(self) -> frozenset[FaultKind]:
        """Kinds of the faults, remarks left out."""
        return kinds_of(self.faults)

    def __str__(self) -> str:
        return " ".join(map(str, self.said))

    @property
    def said(self) -> tuple[Phrase, ...]:
        """The verdict as phrases, a sentence each."""
        player = side(self.side)
        if self.ruling is Ruling.LEGAL:
            return (phrase("judge.played", side=player, turn=turn_text(self.turns[0])),)
        if self.ruling is Ruling.UNCHANGED:
            return (phrase("judge.unchanged", side=player),)
        if self.ruling is Ruling.UNCERTAIN:
            return (self._uncertain(player),)
        return (*(fault.said for fault in self.faults), *self._advice())

    def _uncertain(self, player: Phrase) -> Phrase:
        choices: list[Phrase | str] = [turn_text(turn) for turn in self.turns[:MOST_SHOWN]]
        more = len(self.turns) - len(choices)
        if more:
            choices.append(phrase("judge.more", count=more))
        if self.may_be_unchanged:
            choices.append(phrase("judge.nothing"))
        where = Listed(names_of(self.look_at))
        return phrase("judge.uncertain", side=player, choices=Listed(choices, between="or"), points=where)

    def _advice(self) -> Iterator[Phrase]:
        """One way to put it right, and others where all of them are quickly said."""
        if not self.remedies:
            return
        is_short = len(self.remedies[0].corrections) <= MOST_CORRECTIONS
        shown = self.remedies[: MOST_SHOWN if is_short else 1]
        yield from shown[0].said
        for remedy in shown[1:]:
            first, *others = remedy.said
            yield phrase("judge.or_remedy", remedy=first)
            yield from others
        more = len(self.remedies) - len(shown)
        if is_short and more:
            yield phrase("judge.more_ways", count=more)
