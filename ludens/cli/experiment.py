"""`ludens experiment NAME`: many trials, a table or one JSON object, and a folder of results."""

from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from ludens.cli import EXIT_STOPPED
from ludens.cli.games import generated_options, read_options
from ludens.cli.lazy import write_summaries
from ludens.cli.numbers import WholeNumber
from ludens.core.errors import did_you_mean
from ludens.experiments.cluster import ClusterExecutor
from ludens.experiments.cores import available_cores
from ludens.experiments.experiment import Experiment
from ludens.experiments.importing import load_object
from ludens.experiments.json_values import pretty
from ludens.experiments.local import LocalExecutor
from ludens.experiments.runner import ExperimentOutcome, ExperimentPlan, ProgressBar, run_experiment
from ludens.experiments.tables import result_object, result_table, write_csv
from ludens.experiments.trials import MOST_TRIALS, Executor
from ludens.robots.noise_file import AND, NAMED, known_perturbations, unknown_perturbation


def common_options(experiment: Experiment) -> list[click.Option]:
    """How many trials, with which seed and noise, run where, and what becomes of the results."""
    return [
        click.Option(
            ["--trials"],
            type=WholeNumber(1, MOST_TRIALS),
            default=experiment.default_trials,
            show_default=True,
            help="How many trials.",
        ),
        click.Option(
            ["--seed"],
            type=WholeNumber(0),
            default=0,
            show_default=True,
            help=f"Trial i runs with seed SEED · {MOST_TRIALS} + i.",
        ),
        click.Option(
            ["--noise"],
            callback=_known_noise,
            default="default",
            show_default=True,
            metavar="|".join((*NAMED, "FILE")),
            help="How noisy sensors and motors are; with a perturbation: default+lamp-aside.",
        ),
        click.Option(
            ["--workers"],
            type=WholeNumber(1),
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
    base, *perturbations = value.split(AND)
    if base in NAMED:
        for name in perturbations:
            if name not in known_perturbations():
                raise click.BadParameter(unknown_perturbation(name), ctx=context, param=parameter)
        return value
    if not Path(value).is_file():
        raise click.BadParameter(
            f"'{value}' is neither {', '.join(NAMED)} nor a file.", ctx=context, param=parameter
        )
    return str(Path(value).resolve())


EXPERIMENTS = {
    "passing": "ludens.games.passing.experiments:PASSING",
    "chess-accuracy": "ludens.games.chess.experiments.accuracy:ACCURACY",
    "chess-detection": "ludens.games.chess.experiments.detection:DETECTION",
    "chess-games": "ludens.games.chess.experiments.games:GAMES",
    "chess-times": "ludens.games.chess.experiments.times:TIMES",
    "chess-match": "ludens.games.chess.experiments.match:MATCH",
    "morris-camera": "ludens.games.morris.experiments.camera:CAMERA",
    "morris-games": "ludens.games.morris.experiments.games:GAMES",
    "morris-grasp": "ludens.games.morris.experiments.grasp:GRASP",
    "morris-grasp-truth": "ludens.games.morris.experiments.grasp_truth:GRASP_TRUTH",
    "morris-in-hand": "ludens.games.morris.experiments.in_hand:IN_HAND",
    "morris-judge": "ludens.games.morris.experiments.judge:JUDGE",
    "morris-levels": "ludens.games.morris.experiments.levels:LEVELS",
    "morris-match": "ludens.games.morris.experiments.match:MATCH",
    "morris-place": "ludens.games.morris.experiments.place:PLACE",
    "morris-place-truth": "ludens.games.morris.experiments.place_truth:PLACE_TRUTH",
    "morris-state": "ludens.games.morris.experiments.state:STATE",
    "morris-traffic": "ludens.games.morris.experiments.traffic:TRAFFIC",
    "morris-turn": "ludens.games.morris.experiments.turn:TURN",
    "morris-walk": "ludens.games.morris.experiments.walk:WALK",
    "nao-getup": "ludens.workbench.experiments.getup:GETUP",
    "nao-camera-calibration": "ludens.workbench.experiments.camera_calibration:CAMERA_CALIBRATION",
    "nao-kick": "ludens.workbench.experiments.kick:KICK",
    "nao-kick-laid": "ludens.workbench.experiments.kick_laid:KICK_LAID",
    "nao-odometry": "ludens.workbench.experiments.odometry:ODOMETRY",
    "nao-reach": "ludens.workbench.experiments.reach:REACH",
    "chess-language": "ludens.games.chess.experiments.language:LANGUAGE",
    "nao-walk": "ludens.workbench.experiments.walk:WALK",
    "soccer-avoid": "ludens.games.soccer.experiments.avoid:AVOID",
    "soccer-ball": "ludens.games.soccer.experiments.ball:BALL",
    "soccer-distance": "ludens.games.soccer.experiments.distance:DISTANCE",
    "soccer-elo": "ludens.games.soccer.experiments.elo:ELO",
    "soccer-freekick": "ludens.games.soccer.experiments.free_kick:FREE_KICK",
    "soccer-filters": "ludens.games.soccer.experiments.filters:FILTERS",
    "soccer-golden-goal": "ludens.games.soccer.experiments.golden_goal:GOLDEN_GOAL",
    "soccer-keeper": "ludens.games.soccer.experiments.keeper:KEEPER_SHOTS",
    "soccer-keeper-2011": "ludens.games.soccer.experiments.keeper_2011:KEEPER_2011",
    "soccer-learning": "ludens.games.soccer.experiments.learning:LEARNING",
    "soccer-lines": "ludens.games.soccer.experiments.lines:LINES",
    "soccer-localisation": "ludens.games.soccer.experiments.localisation:LOCALISATION",
    "soccer-match": "ludens.games.soccer.experiments.match:MATCH",
    "soccer-robots": "ludens.games.soccer.experiments.robots:ROBOTS",
    "soccer-ready": "ludens.games.soccer.experiments.ready:READY",
    "soccer-scenes": "ludens.games.soccer.experiments.scenes:SCENES",
    "soccer-search": "ludens.games.soccer.experiments.search:SEARCH",
    "soccer-shootout": "ludens.games.soccer.experiments.shootout:SHOOT_OUT",
    "soccer-teamball": "ludens.games.soccer.experiments.team_ball:TEAM_BALL",
}


class ExperimentGroup(click.Group):
    """One command per experiment, made from its description when asked for."""

    def __init__(self, experiments: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.experiments = dict(experiments)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.experiments)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        if cmd_name not in self.experiments:
            hint = did_you_mean(cmd_name, self.experiments)
            raise click.UsageError(f"There is no experiment '{cmd_name}'; {hint}", ctx)
        experiment = load_object(self.experiments[cmd_name])
        assert isinstance(experiment, Experiment)
        return experiment_command(experiment)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_summaries(formatter, self.experiments)


def experiment_command(experiment: Experiment) -> click.Command:
    """The command that runs one experiment: the options of all experiments, then its own."""

    def callback(**values: Any) -> None:
        _run(experiment, **values)

    options: list[click.Parameter] = [*common_options(experiment), *generated_options(experiment.options)]
    return click.Command(experiment.name, callback=callback, params=options, help=experiment.summary)


command = ExperimentGroup(
    EXPERIMENTS,
    name="experiment",
    help="Run many trials and compare the figures with the paper and our goals.\n\n"
    "Same seed, same rows: with any number of workers, on a cluster, and after an interruption.",
)


def _run(
    experiment: Experiment,
    *,
    trials: int,
    seed: int,
    noise: str,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
    out: Path | None,
    **own_options: Any,
) -> None:
    if workers and cluster:
        raise click.UsageError("--workers counts processes of this machine; leave it out with --cluster.")
    plan = ExperimentPlan(
        experiment=experiment,
        trials=trials,
        seed=seed,
        noise=noise,
        options=read_options(experiment.options, own_options),
    )
    executor: Executor = ClusterExecutor(cluster) if cluster else LocalExecutor(workers or available_cores())
    with nullcontext() if as_json else ProgressBar(experiment.name) as progress:
        outcome = run_experiment(plan, executor=executor, folder=out, progress=progress)
    if outcome.rows:
        _show(outcome, as_json=as_json)
        if out is not None:
            _write(outcome, out)
    if outcome.interrupted:
        kept = "the same command continues" if out else "with --out DIR it could be continued"
        click.echo(f"ludens: stopped after {len(outcome.rows)} of {trials} trials; {kept}.", err=True)
        raise click.exceptions.Exit(EXIT_STOPPED)


def _show(outcome: ExperimentOutcome, *, as_json: bool) -> None:
    if as_json:
        click.echo(pretty(result_object(outcome)))
    else:
        Console().print(result_table(outcome))


def _write(outcome: ExperimentOutcome, folder: Path) -> None:
    """Beside `rows.jsonl`, which the runner keeps: the table's object, a CSV file, and pictures."""
    from ludens.experiments.plots import save_plots, standard_plots

    (folder / "result.json").write_text(pretty(result_object(outcome)) + "\n", encoding="utf-8")
    write_csv(outcome.rows, folder / "rows.csv")
    own_plots = outcome.plan.experiment.plots
    save_plots(standard_plots(outcome.rows) | dict(own_plots(outcome.rows) if own_plots else {}), folder)
