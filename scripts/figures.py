"""Write `docs/figures.md` from results that were kept, so that no figure is copied by hand.

    ludens experiment passing --trials 100 --seed 2110 --json > result.json
    python scripts/figures.py keep passing result.json    # into docs/figures/passing.json, with the commit
    python scripts/figures.py write                       # the results into the page and the README
    python scripts/figures.py check                       # experiments, options and figures still exist

In `docs/figures/page.md` a line `<!-- figures passing passing-harsh: success_rate, time_median_s -->` becomes
the command of each result and a table with a column for each; `{passing-harsh.success_rate}` becomes that
figure alone, and `{passing passing-harsh.success_rate of trials}` how many of all their trials that was.
The README's table is `docs/figures/readme.md`.
"""

import json
import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from ludens.cli.experiment import EXPERIMENTS
from ludens.cli.games import generated_options
from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.importing import load_object
from ludens.experiments.tables import INTERVAL, quantity, shown
from ludens.robots.noise_file import NAMED, set_of

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "docs/figures"
TEMPLATE = RESULTS / "page.md"
PAGE = ROOT / "docs/figures.md"
TABLE = re.compile(r"^<!-- figures ([a-z0-9. -]+): ([a-z0-9_., ]+) -->$", re.MULTILINE)
FIGURE = re.compile(r"\{([a-z0-9-]+)\.([a-z0-9_.]+)\}")
COUNT = re.compile(r"\{([a-z0-9 -]+)\.([a-z0-9_]+) of trials\}")
README = ROOT / "README.md"
README_TEMPLATE = RESULTS / "readme.md"
README_TABLE = re.compile(r"^\| \| default \| harsh \|\n(\|.*\n)+", re.MULTILINE)

Result = dict[str, Any]


class FigureError(Exception):
    """A figure of the page that the results or the code do not have, told in a sentence."""


def load(name: str) -> Result:
    """A result that was kept."""
    path = RESULTS / f"{name}.json"
    if not path.is_file():
        raise FigureError(f"There is no result '{name}': keep one with `python scripts/figures.py keep`.")
    result: Result = json.loads(path.read_text("utf-8"))
    return result


def experiment_of(result: Result) -> Experiment:
    """The experiment as the code describes it now."""
    name = result["experiment"]
    if name not in EXPERIMENTS:
        raise FigureError(f"There is no experiment '{name}' any more.")
    experiment = load_object(EXPERIMENTS[name])
    assert isinstance(experiment, Experiment)
    return experiment


def command_of(result: Result) -> str:
    """The command that gives this result, with the options that are not the default ones."""
    experiment = experiment_of(result)
    words = [f"ludens experiment {experiment.name} --trials {result['trials']} --seed {result['seed']}"]
    usual = asdict(experiment.options())
    options = {str(option.name): option for option in generated_options(experiment.options)}
    for name, value in result["options"].items():
        if name not in usual:
            raise FigureError(f"Experiment '{experiment.name}' has no option '{name}' any more.")
        if value == usual[name]:
            continue
        if isinstance(value, bool):
            words.append(options[name].opts[0] if value else options[name].secondary_opts[0])
        else:
            words.append(f"{options[name].opts[0]} {value}")
    if result["noise"] != "default":
        words.append(f"--noise {result['noise']}")
    return " ".join(words)


def figure(result: Result, key: str) -> str:
    """One figure with its unit and, where it has one, its interval."""
    ours, unit = result["ours"], quantity(key).unit
    if key not in ours:
        raise FigureError(f"The result of {result['experiment']} has no figure '{key}'.")
    interval = ours.get(key + INTERVAL)
    text = shown(ours[key], unit=unit)
    if interval is None:
        return text
    low, high = (shown(end, unit=unit).removesuffix(unit).strip() for end in interval)
    return f"{text} [{low}, {high}]"


def _goal(result: Result, key: str) -> Goal | None:
    goal = result["goal"].get(key)
    if goal is None:
        return None
    return AtLeast(goal["at_least"]) if "at_least" in goal else AtMost(goal["at_most"])


def _cell(result: Result, key: str) -> str:
    """Bold where the goal is missed."""
    text, goal, value = figure(result, key), _goal(result, key), result["ours"][key]
    is_missed = goal is not None and isinstance(value, int | float) and not goal.met(value)
    return f"**{text}**" if is_missed else text


def table(results: list[Result], keys: list[str]) -> str:
    """What was run, on which commit, and a row for every key."""
    lines = [
        f"- {_condition(result)}: `{command_of(result)}`, commit {result['commit']}" for result in results
    ]
    lines += ["", f"| | {' | '.join(_condition(result) for result in results)} | goal | paper |"]
    lines += ["| --- " * (len(results) + 3) + "|"]
    for key in keys:
        unit, goal = quantity(key).unit, _goal(results[0], key)
        lines.append(
            f"| {quantity(key).words} | {' | '.join(_cell(result, key) for result in results)} | "
            f"{f'{goal.sign} {shown(goal.bound, unit=unit)}' if goal else ''} | "
            f"{shown(results[0]['paper'][key], unit=unit) if key in results[0]['paper'] else ''} |"
        )
    return "\n".join(lines)


def _condition(result: Result) -> str:
    """What tells the columns of one table apart: the noise, and the options that are not the default ones."""
    words = command_of(result).split(" --")[3:]
    options = [word for word in words if not word.startswith("noise ")]
    return ", ".join([result["noise"], *options])


def page() -> str:
    """The text of `docs/figures.md`."""

    def filled_table(match: re.Match[str]) -> str:
        return table([load(name) for name in match[1].split()], [key.strip() for key in match[2].split(",")])

    return _filled(TABLE.sub(filled_table, TEMPLATE.read_text("utf-8")))


def readme() -> str:
    """The text of `README.md`, with its table."""
    table = _filled(README_TEMPLATE.read_text("utf-8"))
    return README_TABLE.sub(lambda _: table, README.read_text("utf-8"))


def count(results: list[Result], key: str) -> str:
    """In how many of all trials of some results it was so, where that is a rate of trials."""
    trials = sum(result["trials"] for result in results)
    return f"{sum(round(result['ours'][key] * result['trials']) for result in results)} of {trials}"


def _filled(text: str) -> str:
    """The text with its single figures."""
    text = COUNT.sub(lambda match: count([load(name) for name in match[1].split()], match[2]), text)
    return FIGURE.sub(lambda match: figure(load(match[1]), match[2]), text)


def check() -> None:
    """Every kept result can be had again from the code as it is, and the page says what the results say."""
    for path in sorted(RESULTS.glob("*.json")):
        result = load(path.stem)
        command_of(result)
        known = {*experiment_of(result).summarise(result["sample"]), "errors"}
        missing = set(result["ours"]) - known
        if missing:
            raise FigureError(f"{path.name}: '{result['experiment']}' no longer gives {sorted(missing)}.")
    if not PAGE.is_file() or PAGE.read_text("utf-8") != page():
        raise FigureError("docs/figures.md is not what the results say: `python scripts/figures.py write`.")
    if _filled(README_TEMPLATE.read_text("utf-8")) not in README.read_text("utf-8"):
        raise FigureError("The README's table is not what they say: `python scripts/figures.py write`.")


def keep(name: str, source: Path, commit: str) -> None:
    """Keep a result of `--json`: its figures, the commit it was run on, and as many rows as its keys need."""
    found: Result = json.loads(source.read_text("utf-8"))
    if set_of(found["noise"]) not in NAMED:
        raise FigureError("Only off, default, harsh and perturbations of them can be had again by everybody.")
    rows, summarise = found.pop("rows"), experiment_of(found).summarise
    needed = next(n for n in range(len(rows) + 1) if {*summarise(rows[:n]), "errors"} >= {*found["ours"]})
    kept = {**found, "commit": commit, "sample": rows[:needed]}
    (RESULTS / f"{name}.json").write_text(json.dumps(kept, ensure_ascii=False) + "\n", "utf-8")


def present_commit() -> str:
    """The short name of the commit that is checked out."""
    words = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


@click.group(help=__doc__)
def command() -> None:
    """Keep results, write the page, check both."""


@command.command("keep")
@click.argument("name")
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--commit", help="On which it was run; by default the one that is checked out.")
def keep_command(name: str, source: Path, commit: str | None) -> None:
    """Keep the result of an experiment (`--json`) under a name."""
    keep(name, source, commit or present_commit())


@command.command("write")
def write_command() -> None:
    """Write docs/figures.md, and the table of the README."""
    PAGE.write_text(page(), "utf-8")
    README.write_text(readme(), "utf-8")


@command.command("check")
def check_command() -> None:
    """Say whether experiments, options and keys still exist and the page is up to date."""
    check()
    click.echo("docs/figures.md and the README's table are what the results say.")


if __name__ == "__main__":
    try:
        command()
    except FigureError as error:
        sys.exit(f"figures: {error}")
