"""Results in three shapes: a table for people, one JSON object for scripts, CSV for spreadsheets."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludens.experiments.experiment import AtMost, Goal
from ludens.experiments.json_values import Json, Row, encode
from ludens.experiments.runner import ExperimentOutcome
from ludens.experiments.statistics import crashed

INTERVAL = "_interval"
MOST_ERRORS_SHOWN = 10


def figures(outcome: ExperimentOutcome) -> dict[str, Json]:
    """The figures of an experiment, and how many trials failed with an error."""
    return {**outcome.plan.experiment.summarise(outcome.rows), "errors": crashed(outcome.rows)}


def goals_of(outcome: ExperimentOutcome) -> dict[str, Goal]:
    """The goals of an experiment; in every one of them no trial may crash."""
    plan = outcome.plan
    return {**plan.experiment.goals(plan.options, plan.noise), "errors": AtMost(0)}


def result_object(outcome: ExperimentOutcome) -> dict[str, Json]:
    """The one object of `--json`; `trials` counts finished ones, also after an interruption."""
    plan = outcome.plan
    return {
        "experiment": plan.experiment.name,
        "seed": plan.seed,
        "trials": len(outcome.rows),
        "noise": plan.noise,
        "options": plan.options_as_json(),
        "paper": dict(plan.experiment.paper),
        "ours": figures(outcome),
        "goal": {name: goal.as_json() for name, goal in goals_of(outcome).items()},
        "rows": list(outcome.rows),
    }


def result_table(outcome: ExperimentOutcome) -> RenderableType:
    """The table *paper | ours | goal* (*paper* where it says something), and trials that failed below."""
    plan = outcome.plan
    title = f"{plan.experiment.name}: {len(outcome.rows)} trials, seed {plan.seed}, noise {plan.noise}"
    table = Table(title=title, title_justify="left")
    ours = figures(outcome)
    paper, goals = plan.experiment.paper, goals_of(outcome)
    for heading in ("", "paper", "ours", "goal") if paper else ("", "ours", "goal"):
        table.add_column(heading, justify="left" if not heading else "right")
    names = [name for name in ours if not name.endswith(INTERVAL)]
    names += [name for name in dict.fromkeys([*paper, *goals]) if name not in ours]
    for name in names:
        what = quantity(name)
        of_paper = shown(paper[name], unit=what.unit) if name in paper else ""
        table.add_row(
            what.words,
            *([of_paper] if paper else []),
            _with_interval(ours, name, unit=what.unit) if name in ours else "",
            _judged(goals[name], ours.get(name), unit=what.unit, has_crashed=bool(ours["errors"]))
            if name in goals
            else "",
        )
    return Group(table, *_failures(outcome.rows))


def write_csv(rows: Sequence[Row], path: Path) -> None:
    """One line per trial; a column for every name that occurs, lists and objects as JSON."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        for row in rows:
            writer.writerow([_cell(row.get(name)) for name in columns])


def _with_interval(ours: dict[str, Json], name: str, *, unit: str) -> str:
    text = shown(ours[name], unit=unit)
    interval = ours.get(name + INTERVAL)
    if not isinstance(interval, list):
        return text
    low, high = (shown(end, unit=unit).removesuffix(unit).rstrip() for end in interval)
    return f"{text} ({low}–{high})"


def _judged(goal: Goal, figure: Json, *, unit: str, has_crashed: bool) -> Text:
    """The goal and whether it is met; where trials crashed and no figure is left, it is not."""
    text = f"{goal.sign} {shown(goal.bound, unit=unit)}"
    if isinstance(figure, int | float):
        is_met = goal.met(figure)
    elif has_crashed:
        is_met = False
    else:
        return Text(text)
    return Text(f"{text} ✓", style="green") if is_met else Text(f"{text} ✗", style="bold red")


def _failures(rows: Sequence[Row]) -> list[Text]:
    failed = [row for row in rows if "error" in row]
    lines = [
        Text(f"trial {row['trial']}, seed {row['seed']}: {row['error']}", style="red")
        for row in failed[:MOST_ERRORS_SHOWN]
    ]
    if len(failed) > MOST_ERRORS_SHOWN:
        lines.append(Text(f"… and {len(failed) - MOST_ERRORS_SHOWN} more trials with errors", style="red"))
    return lines


def _cell(value: Json) -> Json:
    return encode(value).decode() if isinstance(value, list | dict | bool) else value


UNITS = {
    "s": "s",
    "ms": "ms",
    "m": "m",
    "mm": "mm",
    "mps": "m/s",
    "rad": "rad",
    "deg": "°",
    "hz": "Hz",
    "px": "px",
    "kbps": "kB/s",
}


@dataclass(frozen=True, slots=True)
class Quantity:
    """The parts of a quantity's name: `words` without the unit, and the `unit` (empty when there is none)."""

    words: str
    unit: str

    @property
    def label(self) -> str:
        """For the axis of a plot: `time [s]`."""
        return f"{self.words} [{self.unit}]" if self.unit else self.words


def quantity(name: str) -> Quantity:
    """Read the name of a figure, a column or an option."""
    stem, _, suffix = name.rpartition("_")
    if stem and suffix in UNITS:
        return Quantity(stem.replace("_", " "), UNITS[suffix])
    return Quantity(name.replace("_", " "), "%" if suffix == "rate" else "")


def shown(value: Json, *, unit: str) -> str:
    """A value as a person reads it: three digits, its unit behind it, rates as percentages, `–` for none."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{_number(value, unit=unit)} {unit}".rstrip()
    return str(value)


def _number(value: float, *, unit: str) -> str:
    if unit == "%":
        return f"{100 * value:.1f}"
    return str(value) if isinstance(value, int) else f"{value:.3g}"
