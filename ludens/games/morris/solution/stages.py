"""The order in which the game is solved: stages, which of them a stage stands on, and how large they are.

A stage holds all positions with the same numbers of men, seen by the side to move. A quiet turn leads from
(own, other) to (other, own), so two stages of the moving phase are solved together; a capture leads to a
stage with one man less. In the placing phase players put men down in turn, so the hands are (9, 9), (9, 8),
(8, 8) … (1, 0), and each stage stands on stages with one man less in hand.
"""

import re
from dataclasses import dataclass
from math import comb

MEN = 9
FEWEST_MEN = 3
POINT_COUNT = 24


@dataclass(frozen=True, slots=True, order=True)
class Stage:
    """Numbers of men of the side to move (`own`) and its opponent, on the board and in hand."""

    own: int
    other: int
    own_in_hand: int = 0
    other_in_hand: int = 0

    def __str__(self) -> str:
        return f"{self.own}-{self.other}" + (
            f"+{self.own_in_hand}-{self.other_in_hand}" if self.is_placing else ""
        )

    @classmethod
    def named(cls, name: str) -> "Stage":
        """The stage with this name, such as `5-4` or, with men in hand, `5-4+2-1`."""
        match = re.fullmatch(r"(\d)-(\d)(?:\+(\d)-(\d))?", name)
        stage = cls(*(int(number or 0) for number in match.groups())) if match else None
        if stage is None or stage not in ALL_STAGES_SET:
            raise SolutionError(
                f"'{name}' is no stage of the game. A stage is named by the men of the side to move and of"
                " its opponent, such as 5-4, with men in hand as 5-4+2-1."
            )
        return stage

    @property
    def is_placing(self) -> bool:
        """Whether men are still in hand."""
        return self.own_in_hand > 0

    @property
    def men_on_board(self) -> int:
        """Men of both sides on the board."""
        return self.own + self.other

    @property
    def mirrored(self) -> "Stage":
        """The stage of the opponent after a quiet turn of the moving phase."""
        return Stage(self.other, self.own)

    @property
    def after_quiet_turn(self) -> "Stage":
        """Where a turn without capture leads."""
        if self.is_placing:
            return Stage(self.other, self.own + 1, self.other_in_hand, self.own_in_hand - 1)
        return self.mirrored

    @property
    def after_capture(self) -> "Stage | None":
        """Where a turn with capture leads; none when the opponent is left with two men and has lost."""
        quiet = self.after_quiet_turn
        if quiet.own + quiet.own_in_hand == FEWEST_MEN or quiet.own == 0:
            return None
        return Stage(quiet.own - 1, quiet.other, quiet.own_in_hand, quiet.other_in_hand)

    @property
    def ranks(self) -> int:
        """In how many ways the opponent's men stand on the points that the side to move leaves free."""
        return comb(POINT_COUNT - self.own, self.other)


class SolutionError(ValueError):
    """Something about the solution that cannot be done; the sentence says what and what to do."""


def _moving_stages() -> list[Stage]:
    counts = range(FEWEST_MEN, MEN + 1)
    stages = [Stage(own, other) for own in counts for other in counts]
    return sorted(stages, key=lambda stage: (stage.men_on_board, abs(stage.own - stage.other), stage))


def _placing_stages() -> list[Stage]:
    """Last placed first; both sides must still own three men, else the game is over."""
    hands = [(hand, hand - late) for hand in range(1, MEN + 1) for late in (1, 0)]
    return [
        Stage(own, other, own_in_hand, other_in_hand)
        for own_in_hand, other_in_hand in hands
        for own in range(max(0, FEWEST_MEN - own_in_hand), MEN + 1 - own_in_hand)
        for other in range(max(0, FEWEST_MEN - other_in_hand), MEN + 1 - other_in_hand)
    ]


MOVING_STAGES = tuple(_moving_stages())
PLACING_STAGES = tuple(_placing_stages())
ALL_STAGES = MOVING_STAGES + PLACING_STAGES
"""Every stage, in an order in which each stands only on earlier ones and on its mirror."""
ALL_STAGES_SET = frozenset(ALL_STAGES)
