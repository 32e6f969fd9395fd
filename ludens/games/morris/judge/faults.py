"""What can be wrong with a board, and how to say it."""

from dataclasses import dataclass
from enum import Enum

from ludens.games.morris.rules import POINT_NAMES, Side


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
class Fault:
    """One thing that is wrong: what, at which points, and the sentence to say."""

    kind: FaultKind
    points: tuple[int, ...]
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def listed(points: tuple[int, ...]) -> str:
    """For example `a1, d1 and g1`."""
    names = [POINT_NAMES[point] for point in points]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def colour(side: Side) -> str:
    """The colour as the first word of a sentence."""
    return side.value.capitalize()
