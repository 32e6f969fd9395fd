"""The options that all experiments share."""

from pathlib import Path

import click

from ludens.experiments.experiment import Experiment
from ludens.experiments.trials import MOST_TRIALS

NOISE_NAMES = ("off", "default", "harsh")


def common_options(experiment: Experiment) -> list[click.Option]:
    """How many trials, of which chance and noise, run where, and what becomes of the results."""
    return [
        click.Option(
            ["--trials"],
            type=click.IntRange(1, MOST_TRIALS),
            default=experiment.default_trials,
            show_default=True,
            help="How many trials.",
        ),
        click.Option(
            ["--seed"],
            type=click.IntRange(0),
            default=0,
            show_default=True,
            help=f"Trial i runs with seed SEED · {MOST_TRIALS} + i.",
        ),
        click.Option(
            ["--noise"],
            callback=_known_noise,
            default="default",
            show_default=True,
            metavar="|".join((*NOISE_NAMES, "FILE")),
            help="How noisy sensors and motors are.",
        ),
        click.Option(
            ["--workers"],
            type=click.IntRange(1),
            show_default="all cores",
            help="Processes on this machine.",
        ),
        click.Option(["--cluster"], metavar="ADDRESS", help="Run on a Ray cluster; 'local' starts one here."),
        click.Option(["--json", "as_json"], is_flag=True, help="Print one JSON object instead of a table."),
        click.Option(
            ["--out"],
            type=click.Path(file_okay=False, path_type=Path),
            metavar="DIR",
            help="Keep rows, CSV, JSON and plots there; the same command continues what is there.",
        ),
    ]


def _known_noise(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """The name of a noise level, or the full path of a file: workers may start in another folder."""
    if value in NOISE_NAMES:
        return value
    if not Path(value).is_file():
        raise click.BadParameter(
            f"'{value}' is neither {', '.join(NOISE_NAMES)} nor a file.", ctx=context, param=parameter
        )
    return str(Path(value).resolve())
