"""`ludens soccer train-ball`: draw pictures, train the ball net on them, write it as ONNX."""

from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ludens.cli.numbers import WholeNumber
from ludens.core.errors import LudensError
from ludens.games.soccer.training.ball_net import TrainingPlan, check_libraries
from ludens.games.soccer.training.ball_training import BallTraining, TrainingData


@click.command("train-ball")
@click.option("--seed", type=WholeNumber(0), default=1, show_default=True, help="Of everything random.")
@click.option(
    "--scenes",
    type=WholeNumber(1, 5000),
    default=44,
    show_default=True,
    help="Halls to draw pictures in; a sixth more, never trained on, is for the test.",
)
@click.option(
    "--pictures",
    type=WholeNumber(4, 10_000),
    default=54,
    show_default=True,
    help="Of each hall.",
)
@click.option(
    "--rounds", type=WholeNumber(1, 1000), default=60, show_default=True, help="Through all samples."
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("ball.onnx"),
    show_default=True,
    metavar="FILE",
    help="Where the net goes.",
)
def command(seed: int, scenes: int, pictures: int, rounds: int, out: Path) -> None:
    """Train the net that tells balls from everything else that is round and grey.

    Draws its own pictures: every scene is another hall with another turf, light, ball and clutter, and robots
    that stand and lie about. Candidates are cut out of them as in play, varied in light, colour, blur and
    noise, and a net of 1,833 weights is trained. The same seed gives the same file. What it is worth is
    measured in halls that it has not seen.

    Needs the extra 'training' (JAX and ONNX): pip install 'ludens[training]'. Use the net with
    `ludens play soccer --set top/ball_detector.weights=FILE`, or look at pictures with
    `ludens soccer see --weights FILE`.
    """
    check_libraries()
    if not out.parent.is_dir():
        raise LudensError(f"{out} cannot be written: there is no folder {out.parent}.")
    data = TrainingData(seed=seed, scenes=scenes, pictures=pictures)
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[loss]}"),
        console=console,
        disable=not console.is_terminal,
    ) as bar:
        drawing = bar.add_task("halls drawn", total=len(data.train_seeds) + len(data.test_seeds), loss="")
        training = bar.add_task("rounds trained", total=rounds, loss="")
        result = BallTraining(data, TrainingPlan(rounds=rounds)).run(
            scene_drawn=lambda: bar.update(drawing, advance=1),
            round_done=lambda number, loss: bar.update(training, completed=number, loss=f"loss {loss:.4f}"),
        )
    try:
        out.write_bytes(result.onnx)
    except OSError as error:
        raise LudensError(f"{out} cannot be written: {error.strerror}.") from error
    score = result.score
    click.echo(f"{out}: {len(result.onnx)} bytes, trained on {result.samples} samples of {scenes} halls.")
    click.echo(
        f"{len(data.test_seeds)} halls it has not seen, {score.samples} samples, {score.balls} balls: "
        f"precision {_percent(score.precision)}, recall {_percent(score.recall)}."
    )


def _percent(share: float | None) -> str:
    return "unknown (there was none)" if share is None else f"{100.0 * share:.1f} %"
