"""`ludens calibrate chess-board`: where the chess board lies, seen by a camera whose place is known."""

from dataclasses import replace
from pathlib import Path

import chess
import click
import msgspec

from ludens.cli.calibrate.chess_options import SECTION, chess_options, say_errors, write_down
from ludens.core.configuration.files import read_tables
from ludens.core.errors import LudensError
from ludens.games.chess.calibrate.stored import StoredCalibration
from ludens.games.chess.experiments.laboratory import Laboratory, placing_errors_m
from ludens.games.chess.workcell.table_view import TableView
from ludens.games.chess.world import ChessWorldOptions
from ludens.messages.board_pieces import UNCORRECTED

EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1"


@click.command("chess-board")
@chess_options("chess-board-calibration.png")
@click.option("--empty", is_flag=True, help="Look at the board without pieces; else they stand for a game.")
def command(robot_name: str | None, config: Path, picture: Path, seed: int, noise: str, empty: bool) -> None:
    """Find where the chess board lies: its three numbers follow from the corners at which squares meet.

    The camera's place is taken from the robot's file, if it is there (ludens calibrate chess-camera), else it
    is found first with the arm's help. What camera and lens leave over is made good by an affine map, but
    only if that helps on corners it was not fitted to.
    """
    options = ChessWorldOptions(noise=noise, plate=True, fen=EMPTY if empty else chess.STARTING_FEN)
    with Laboratory(options, seed=seed) as laboratory:
        routine = laboratory.calibrate(stored=_camera_of(robot_name, config), tell=click.echo)
        image = laboratory.picture()
        world = laboratory.world
    found, correction = routine.board, routine.correction
    assert found is not None
    what = "lines between squares" if found.by_lines else "corners of squares"
    click.echo(
        f"{len(found.corners_m)} {what} are free; they are seen {1e3 * found.after_m:.3f} mm "
        "(root mean square) from where they should be."
    )
    if correction is not None:
        click.echo(
            f"On corners held out, an affine map leaves {1e3 * correction.with_m:.3f} mm, without it "
            f"{1e3 * correction.without_m:.3f} mm are left: it is {'' if correction.is_used else 'not '}used."
        )
    say_errors(
        "pieces are put down",
        placing_errors_m(world, TableView.nominal(world.measures)),
        placing_errors_m(world, routine.stored.view(world.measures)),
    )
    from ludens.cli.calibrate.chess_picture import board_residuals

    view = replace(routine.stored, correction=UNCORRECTED).view(world.measures)
    board_residuals(found, view, None if image is None else image.pixels_rgb).savefig(picture, dpi=110)
    click.echo(f"{picture}: what is left at every corner, many times enlarged.")
    write_down(routine.stored, robot_name=robot_name, config=config)


def _camera_of(robot_name: str | None, config: Path) -> StoredCalibration | None:
    """Return the camera that a robot's file holds, without the board."""
    path = config / "robot" / f"{robot_name}.toml"
    if robot_name is None or not path.exists():
        return None
    tables = read_tables(path)
    values = tables.get(SECTION, {}).get("stored", {})
    try:
        stored = msgspec.convert(values, StoredCalibration)
    except msgspec.ValidationError as error:
        raise LudensError(f"{path} holds no calibration of the chess table: {error}.") from None
    return replace(stored, base_from_board=(), correction=UNCORRECTED)
