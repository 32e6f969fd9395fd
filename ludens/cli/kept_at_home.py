"""Games at a board that are kept without being told to: which file, and the list to go on with."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from ludens.studio.stage import UnfinishedGame
from ludens.table.board_game import COLOURS
from ludens.table.kept_games import KeptSummary, forget_game, unfinished_games
from ludens.table.lineup import AT_PAGE, TablePlayOptions

SHOWN = 6
"""Games of one file that are listed."""


def file_of(game: str, folder: Path) -> Path:
    """Where the games of one kind are kept, in the terminal and in the studio."""
    return folder / f"{game}.sqlite"


def kept_by_itself(options: Any, game: str, folder: Path) -> Any:
    """Options with a file for the game, where a person plays it and named none, and one can be made."""
    if not isinstance(options, TablePlayOptions) or options.games:
        return options
    if options.white not in AT_PAGE and options.black not in AT_PAGE:
        return options
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return options
    return replace(options, games=str(file_of(game, folder)))


def unfinished(games: Mapping[str, str], folder: Path) -> list[UnfinishedGame]:
    """The kept games of all kinds (names and what a step of each is called) in which a person plays."""
    found = [
        (summary.started, _described(game, turn_word, summary))
        for game, turn_word in games.items()
        for summary in unfinished_games(file_of(game, folder))[:SHOWN]
        if summary.turns and any(summary.settings.get(colour) in AT_PAGE for colour in COLOURS)
    ]
    return [one for _, one in sorted(found, key=lambda item: item[0], reverse=True)]


def _described(game: str, turn_word: str, summary: KeptSummary) -> UnfinishedGame:
    kept = summary.settings
    yours = [colour for colour in COLOURS if kept.get(colour) in AT_PAGE]
    level = f", level {kept['level']}" if kept.get("level", "").isdigit() else ""
    sides = f"you play {yours[0]} against the robot{level}" if len(yours) == 1 else "you play both sides"
    turns = f"{summary.turns} {turn_word}{'' if summary.turns == 1 else 's'} played"

    def options(usual: TablePlayOptions) -> TablePlayOptions:
        return replace(usual, games=str(summary.path), resume=True, kept=summary.number)

    return UnfinishedGame(
        game=game,
        words=f"{sides}; {turns}",
        begun=summary.started,
        options=options,
        forget=partial(forget_game, summary.path, summary.number),
    )
