"""Players by name: what the command line and experiments ask for."""

import re

from ludens.core.errors import LudensError
from ludens.games.morris.decide.budget import Budget
from ludens.games.morris.decide.levels import LevelPlayer, require_level
from ludens.games.morris.decide.perfect import PerfectPlayer
from ludens.games.morris.decide.player import Player
from ludens.games.morris.decide.search import SearchPlayer
from ludens.games.morris.solution.values import NoTables, Tables

KNOWN = "perfect, search, search-N (N plies), level-N (0 to 10)"
STANDARD_NODES = 1_500_000  # about half a second on one core


def make_player(name: str, *, tables: Tables | None = None, budget: Budget | None = None) -> Player:
    """The player of this name; `budget` is that of the perfect player and of `search`."""
    budget = budget or Budget(nodes=STANDARD_NODES)
    tables = tables or NoTables()
    if name == "perfect":
        return PerfectPlayer(tables, budget)
    if name == "search":
        return SearchPlayer(budget, tables=tables)
    match = re.fullmatch(r"(search|level)-(\d{1,2})", name)
    if match is None:
        raise LudensError(f"There is no player '{name}'; there are {KNOWN}.")
    number = int(match[2])
    if match[1] == "search":
        return SearchPlayer(Budget(depth=number))
    return LevelPlayer(require_level(number), perfect=PerfectPlayer(tables, budget))
