"""What is shown after every turn: the board, and beside it who plays and what was played."""

from rich.columns import Columns
from rich.padding import Padding
from rich.text import Text

from ludens.games.morris.rules import GameRecord, Side
from ludens.games.morris.rules.notation import turn_text
from ludens.games.morris.terminal.picture import board_text, named
from ludens.games.morris.terminal.settings import Settings

TURNS_SHOWN = 6
WARNED_FROM = 20  # turns without a mill from which on the draw is announced


def page(record: GameRecord, settings: Settings) -> Columns:
    """The board and the facts beside it."""
    last = record.turns[-1] if record.turns else None
    board = Padding(board_text(record.position, last), (1, 4, 1, 2))
    return Columns([board, Padding(_facts(record, settings), (1, 0))])


def _facts(record: GameRecord, settings: Settings) -> Text:
    text = Text()
    for side in Side:
        who = "you" if settings.director or side is settings.side else settings.opponent_name
        men, hand = record.position.men(side).bit_count(), record.position.in_hand(side)
        text.append_text(Text.assemble(named(side), f": {who}\n"))
        text.append(f"  {men} on the board{f', {hand} in hand' if hand else ''}\n", style="dim")
    if settings.director:
        text.append("director: you choose every turn\n", style="cyan")
    text.append(f"turn {len(record.turns) + 1}", style="dim")
    if record.turns:
        played = " ".join(turn_text(turn) for turn in record.turns[-TURNS_SHOWN:])
        text.append(f", before it {played}", style="dim")
    most = record.variant.turns_without_mill
    if most is not None and record.turns_without_mill >= WARNED_FROM:
        text.append(f"\ndraw in {most - record.turns_without_mill} turns without a mill", style="dim")
    return text
