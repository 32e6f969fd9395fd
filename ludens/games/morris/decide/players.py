"""The players of morris: levels from child to perfect, and every player by its name.

What the levels amount to, in blunders and in Elo, is measured by the experiment `morris-levels`.
"""

import re
from dataclasses import replace

from ludens.core.errors import LudensError
from ludens.games.morris.decide.alpha_beta import DEEPEST, MAN
from ludens.games.morris.decide.candidates import MorrisPlayer
from ludens.games.morris.decide.perfect import PerfectPlayer
from ludens.games.morris.decide.search import MorrisSearchPlayer, analyse
from ludens.games.morris.decide.tables import NoTables, PositionTables
from ludens.games.morris.rules import GameRecord, Turn
from ludens.table.adaptive import Adaptation, AdaptivePlayer
from ludens.table.levels import STRONGEST, Level, LevelPlayer, level_of
from ludens.table.search import SearchBudget, SearchInterrupt

KNOWN = "perfect, search, search-N (N plies), level-N (0 to 10)"
STANDARD_NODES = 1_500_000  # about half a second on one core
GLANCE = SearchBudget(depth=2)
PERFECT = STRONGEST
LEVELS = (
    Level(0, "child", 1, 0.50, spread=30),
    Level(1, "pupil", 1, 0.30, spread=20),
    Level(2, "novice", 2, 0.28, spread=20),
    Level(3, "learner", 2, 0.14, spread=15),
    Level(4, "casual", 3, 0.10, spread=15),
    Level(5, "steady", 3, 0.05),
    Level(6, "club", 4, 0.03),
    Level(7, "strong", 5, 0.02, spread=5),
    Level(8, "expert", 6, 0.0, spread=5),
    Level(9, "master", 30, 0.0, spread=2, nodes=400_000),
    Level(10, "perfect", DEEPEST, 0.0, spread=2),
)


def level_from(text: str) -> int:
    """The number of a level by number or name."""
    return level_of(text, LEVELS).number


def level_player(
    number: int, *, perfect: MorrisPlayer, interrupt: SearchInterrupt | None = None
) -> LevelPlayer[GameRecord, Turn]:
    """A player at one level; `perfect` is the one that plays at the highest."""
    level = level_of(number, LEVELS)
    budget = replace(level.budget, interrupt=interrupt)
    player = perfect if number == PERFECT else MorrisSearchPlayer(budget, spread=level.spread)
    return LevelPlayer(level, player, legal_moves=GameRecord.legal_turns)


def adaptive_player(adaptation: Adaptation, *, perfect: MorrisPlayer) -> AdaptivePlayer[GameRecord, Turn]:
    """A player at the level that matches a person."""
    return AdaptivePlayer(
        adaptation,
        players=[level_player(level.number, perfect=perfect) for level in LEVELS],
        lead=lambda record: analyse(record, budget=GLANCE).candidates[0].score / MAN,
    )


def make_player(
    name: str, *, tables: PositionTables | None = None, budget: SearchBudget | None = None
) -> MorrisPlayer:
    """The player of this name; `budget` is that of the perfect player and of `search`."""
    budget = budget or SearchBudget(nodes=STANDARD_NODES)
    tables = tables or NoTables()
    if name == "perfect":
        return PerfectPlayer(tables, budget)
    if name == "search":
        return MorrisSearchPlayer(budget, tables=tables)
    match = re.fullmatch(r"(search|level)-(\d{1,2})", name)
    if match is None:
        raise LudensError(f"There is no player '{name}'; there are {KNOWN}.")
    if match[1] == "search":
        return MorrisSearchPlayer(SearchBudget(depth=int(match[2])))
    return level_player(level_from(match[2]), perfect=PerfectPlayer(tables, budget))
