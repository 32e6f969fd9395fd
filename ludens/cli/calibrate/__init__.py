"""`ludens calibrate NAME`: what has to be measured on each robot anew; one file a calibration."""

import click

from ludens.cli.lazy import LazyCommand, LazyGroup

COMMANDS = {
    "chess-camera": LazyCommand(
        "ludens.cli.calibrate.chess_camera:command", "Where the camera above a chess table is, and its lens."
    ),
    "chess-board": LazyCommand(
        "ludens.cli.calibrate.chess_board:command", "Where the chess board lies under that camera."
    ),
    "nao-camera": LazyCommand(
        "ludens.cli.calibrate.nao_camera:command", "How a NAO's two cameras are turned, and their lenses."
    ),
}


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    name="calibrate",
    epilog="Each calibration explains itself: ludens calibrate NAME --help",
)
def command() -> None:
    """Measure what differs from robot to robot, and write it into the robot's configuration."""
