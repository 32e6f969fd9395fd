"""`ludens nao reach`: what the arms reach, drawn in sections, or asked about one point."""

from pathlib import Path

import click
import numpy as np

from ludens.cli.numbers import Number
from ludens.core.errors import LudensError
from ludens.robots.nao.kinematics.reach import load_reach_map


@click.command("reach")
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("nao-reach.png"),
    show_default=True,
    help="File of the sections.",
)
@click.option(
    "--point",
    nargs=3,
    type=Number(),
    metavar="X Y Z",
    help="Ask about a point in the torso's frame, in metres.",
)
@click.option(
    "--pointing", nargs=3, type=Number(), metavar="X Y Z", help="And a direction of the hand there."
)
def command(
    picture: Path, point: tuple[float, float, float] | None, pointing: tuple[float, float, float] | None
) -> None:
    """Draw what the arms of a NAO reach, or say whether they reach a point.

    Coordinates are in the torso's frame: forward, left, up. The map is worked out once, in some seconds, and
    kept in the user's cache folder.
    """
    reach = load_reach_map()
    if point is None:
        from ludens.cli.nao.reach.picture import sections

        sections(reach).savefig(picture, dpi=130)
        click.echo(f"{picture}: sections through the reach of both arms.")
        return
    direction = None if pointing is None else np.array(pointing)
    if direction is not None and not np.linalg.norm(direction) > 0.0:
        raise LudensError("A direction needs a length above zero; write --pointing 1 0 -1.")
    for side, left in (("Left", True), ("Right", False)):
        if not reach.reachable(np.array(point), direction, left=left):
            click.echo(f"{side}: out of reach.")
            continue
        found = reach.solve(np.array(point), direction, left=left)
        assert found is not None
        joints = ", ".join(f"{angle:.3f}" for angle in found.position_rad)
        turned = "" if direction is None else f", {np.degrees(found.error_rad):.0f}° beside the direction"
        click.echo(f"{side}: within {1e3 * found.error_m:.2f} mm{turned}, joints {joints} rad.")
