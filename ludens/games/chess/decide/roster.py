"""Players by name: what the command line and experiments ask for."""

import re
from functools import partial

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock
from ludens.games.chess.decide.budget import Budget
from ludens.games.chess.decide.levels import STRONGEST, LevelPlayer, level_from
from ludens.games.chess.decide.player import Player
from ludens.games.chess.decide.uci_engine import engine_command
from ludens.games.chess.decide.uci_player import GuardedPlayer, start_player

KNOWN = (
    "embedded, embedded-N (N positions), level-N (0 to 10), stockfish, stockfish-N (N Elo), or uci:COMMAND"
)


def make_player(
    name: str, *, movetime_s: float = 0.5, nodes: int | None = None, clock: Clock | None = None
) -> Player:
    """The player of this name. Other programs think by time, or to a number of positions (`nodes`).

    When they fail, our engine plays on.
    """
    if name == "embedded":
        return LevelPlayer(STRONGEST)
    if name.startswith("uci:"):
        return guarded(name.removeprefix("uci:"), movetime_s=movetime_s, nodes=nodes, clock=clock)
    match = re.fullmatch(r"(embedded|level|stockfish)(?:-(\d{1,9}))?", name)
    if match is None:
        raise LudensError(f"There is no player '{name}'; there are {KNOWN}.")
    number = None if match[2] is None else int(match[2])
    if match[1] == "stockfish":
        return guarded("stockfish", elo=number, movetime_s=movetime_s, nodes=nodes, clock=clock)
    if match[1] == "level" or number is None:
        return LevelPlayer(level_from(match[2] or ""))
    return LevelPlayer(STRONGEST, budget=Budget(nodes=number))


def guarded(
    command: str,
    *,
    level: int = STRONGEST,
    elo: int | None = None,
    movetime_s: float = 0.5,
    nodes: int | None = None,
    clock: Clock | None = None,
) -> GuardedPlayer:
    """Another program at a level, with our engine at the same level behind it. It must exist, at least."""
    engine_command(command)
    start = partial(
        start_player, command, level=level, elo=elo, movetime_s=movetime_s, nodes=nodes, clock=clock
    )
    return GuardedPlayer(start, LevelPlayer(level))
