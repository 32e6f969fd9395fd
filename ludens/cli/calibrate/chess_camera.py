"""`ludens calibrate chess-camera`: a simulated arm shows its plate to the camera above the chess table."""

from pathlib import Path

import click

from ludens.cli.calibrate.chess_options import chess_options, say_errors, write_down
from ludens.cli.numbers import WholeNumber
from ludens.games.chess.calibrate.postures import COUNT
from ludens.games.chess.calibrate.stored import with_camera
from ludens.games.chess.experiments.laboratory import Laboratory, seeing_errors_m
from ludens.games.chess.workcell.table_view import TableView
from ludens.games.chess.world import ChessWorldOptions


@click.command("chess-camera")
@chess_options("chess-camera-calibration.png")
@click.option(
    "--postures",
    type=WholeNumber(8, 200),
    default=COUNT,
    show_default=True,
    help="In which the plate is looked at.",
)
def command(
    robot_name: str | None, config: Path, picture: Path, seed: int, noise: str, postures: int
) -> None:
    """Find where the camera above the chess table is, and its lens, with the arm's help.

    A plate with a marker is screwed onto the flange. The arm holds it up to the camera in many postures, all
    over the table, high and low, tilted this way and that. Camera, lens and how the plate sits follow from
    these pictures together.
    Where the board lies is another calibration: chess-board.
    """
    with Laboratory(ChessWorldOptions(noise=noise, plate=True), seed=seed) as laboratory:
        routine = laboratory.calibrate(postures=postures, tell=click.echo)
        world, took_s = laboratory.world, laboratory.time_s
    found = routine.hand_eye
    assert found is not None
    click.echo(
        f"{len(routine.sightings)} pictures in {took_s:.0f} s; the plate's corners are off by "
        f"{found.before_px:.1f} pixels before and {found.after_px:.2f} after."
    )
    x_m, y_m, z_m = found.base_from_camera.translation.tolist()
    click.echo(
        f"The camera is at x {x_m:.4f} m, y {y_m:+.4f} m, z {z_m:.4f} m; focal length "
        f"{found.camera.focal_x_px:.1f} px, k1 {found.camera.radial_distortion[0]:+.4f}."
    )
    stored = with_camera(found)
    say_errors(
        "pieces are seen",
        seeing_errors_m(world, TableView.nominal(world.measures)),
        seeing_errors_m(world, stored.view(world.measures)),
    )
    from ludens.cli.calibrate.chess_picture import plate_residuals

    plate_residuals(routine.sightings, found).savefig(picture, dpi=110)
    click.echo(f"{picture}: what is left at the plate's corners, many times enlarged.")
    write_down(stored, robot_name=robot_name, config=config)
