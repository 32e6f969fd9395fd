"""`ludens morris verify`: derive stored values anew, and count them."""

from pathlib import Path

import click

from ludens.cli import EXIT_NO
from ludens.cli.morris.solution_options import opened, solution_options, stages_text
from ludens.cli.numbers import Number, WholeNumber
from ludens.core.errors import LudensError
from ludens.games.morris.solution.solve import chosen_stages
from ludens.games.morris.solution.stages import ALL_STAGES, SolutionError, Stage
from ludens.games.morris.solution.verification import StageVerification, counts_in, text_of, verify


@click.command("verify")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@solution_options
@click.option(
    "--share",
    type=Number(0.0, 1.0, min_open=True),
    default=1.0,
    show_default=True,
    help="Part of the positions to derive anew, chosen at random.",
)
@click.option("--seed", type=WholeNumber(0), default=0, show_default=True, help="Of that choice.")
@click.option(
    "--counts",
    "counts_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write counts and checksums of the stages there; needs --distance.",
)
def command(
    folder: Path,
    device: str,
    stages: str | None,
    distance: bool,
    threads: int,
    share: float,
    seed: int,
    counts_file: Path | None,
) -> None:
    """Check the tables in FOLDER and print how many positions of every stage are won, drawn and lost.

    Every stored value is derived anew from the stored values of its successors. With --distance the distances
    are checked, which proves results too; without, the results as they are stored. The exit code is 1 when
    something does not agree.
    """
    if counts_file and not distance:
        raise click.UsageError("--counts needs --distance: the counts carry the longest distance.")
    wrong = 0
    with opened(device, folder, distance=distance, threads=threads) as (backend, store):
        chosen = [stage for stage in _chosen(stages) if store.holds(stage)]
        if not chosen:
            what = "distances" if distance else "results"
            raise LudensError(f"{folder} holds no {what} of these stages. Make them: ludens morris solve.")
        click.echo(
            f"{'stage':10}{'wins':>15}{'draws':>15}{'losses':>15}{'farthest':>10}{'checked':>15}{'wrong':>8}"
        )
        for verdict in verify(chosen, store, backend, share=share, seed=seed):
            click.echo(_line(verdict))
            wrong += verdict.check.wrong
    click.echo(
        f"{wrong:,} values do not agree with their successors. Remove those tables and solve them again."
        if wrong
        else f"All values of {stages_text(len(chosen))} agree with their successors."
    )
    if counts_file and not wrong:
        counts_file.write_text(text_of((stage, counts_in(folder, stage)) for stage in chosen), "utf-8")
    if wrong:
        raise SystemExit(EXIT_NO)


def _chosen(stages: str | None) -> tuple[Stage, ...]:
    try:
        return chosen_stages(stages) if stages else ALL_STAGES
    except SolutionError as error:
        raise LudensError(str(error)) from error


def _line(verdict: StageVerification) -> str:
    head, check = verdict.head, verdict.check
    farthest = "" if head.farthest is None else str(head.farthest)
    counts = f"{head.wins:>15,}{head.draws:>15,}{head.losses:>15,}"
    return f"{head.stage:10}{counts}{farthest:>10}{check.looked_at:>15,}{check.wrong:>8,}"
