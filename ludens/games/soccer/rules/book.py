"""What differs between the league's rule books of two years, in numbers; durations are in `MatchTimes`."""

from dataclasses import dataclass
from typing import Literal

RuleYear = Literal["2011", "2019"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleBook:
    """The rules of one year, which is that of its field, too."""

    year: RuleYear
    penalty_s: int  # of a standard penalty
    growth_s: int  # by which each further one of a team is longer
    only_keeper_in_area: bool  # nobody else of its team may be in the own penalty area; else two in all
    holds_s: float  # for so long a player may keep the ball between its feet
    keeper_holds_s: float  # and a keeper in its area
    stuck_s: float  # a ball that nobody has moved for so long is stuck
    stuck_after_s: int  # of playing, before a game can be called stuck
    throws_in: bool  # a ball that is out is laid back at once, and play goes on; else there are free kicks
    one_touch: bool  # the striker of a penalty shot may not touch a ball again that it has let go
    changes_sides: bool  # at half-time; else teams would change jerseys, so that each keeps its goal's colour


RULES_2019 = RuleBook(
    year="2019",
    penalty_s=45,
    growth_s=10,
    only_keeper_in_area=False,
    holds_s=3.0,
    keeper_holds_s=10.0,
    stuck_s=30.0,
    stuck_after_s=40,
    throws_in=False,
    one_touch=True,
    changes_sides=True,
)
RULES_2011 = RuleBook(
    year="2011",
    penalty_s=30,
    growth_s=0,
    only_keeper_in_area=True,
    holds_s=3.0,
    keeper_holds_s=5.0,
    stuck_s=15.0,
    stuck_after_s=15,
    throws_in=True,
    one_touch=True,
    changes_sides=False,
)
RULE_BOOKS: dict[RuleYear, RuleBook] = {"2011": RULES_2011, "2019": RULES_2019}
