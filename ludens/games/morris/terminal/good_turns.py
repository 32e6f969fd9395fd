"""Lists of good turns: as a table to read, and as values for other programs."""

from collections.abc import Sequence

from rich.table import Table

from ludens.experiments.json_values import Json
from ludens.games.morris.decide.player import Candidate
from ludens.games.morris.rules.notation import turn_text
from ludens.games.morris.solution.values import Result

STYLES = {Result.WIN: "green", Result.DRAW: "default", Result.LOSS: "red"}


def opinion(candidate: Candidate) -> str:
    """What is known or thought of a turn: `win in 7 plies`, `draw`, `+0.4 men`."""
    if candidate.value is not None:
        return str(candidate.value)
    men = round(candidate.score / 100, 1)
    return f"{men:+.1f} men" if men else "even"


def turns_table(candidates: Sequence[Candidate]) -> Table:
    """The turns, best first."""
    table = Table(header_style="bold")
    table.add_column("", justify="right")
    table.add_column("turn")
    table.add_column("value")
    table.add_column("certain")
    for place, candidate in enumerate(candidates, start=1):
        style = "default" if candidate.value is None else STYLES[candidate.value.result]
        certain = "no, searched" if candidate.value is None else "yes"
        table.add_row(str(place), turn_text(candidate.turn), opinion(candidate), certain, style=style)
    return table


def turns_json(candidates: Sequence[Candidate]) -> list[Json]:
    """The turns, best first; `result` and `plies` are null where nothing is certain."""
    return [
        {
            "turn": turn_text(one.turn),
            "score_men": one.score / 100 if one.value is None else None,
            "result": None if one.value is None else one.value.result.word,
            "plies": None if one.value is None else one.value.plies,
        }
        for one in candidates
    ]
