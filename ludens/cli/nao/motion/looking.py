"""`ludens nao motion list|check|show`: motions as tables and as a picture."""

from pathlib import Path

import click
import numpy as np
from rich.console import Console
from rich.table import Table

from ludens.cli.nao.motion.picture import curves_picture
from ludens.motion.files import Motion, MotionLibrary, read_motion
from ludens.motion.files.curve import JointTrack, curve_from, highest_speed
from ludens.motion.poses import posture_of
from ludens.robots.nao.joints import JOINTS, SPEED_RADPS

PICTURES = (".svg", ".png")
FOLDER = click.option(
    "--folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Of motion files of your own, beside the built-in ones.",
)


@click.command("list")
@FOLDER
def list_command(folder: Path | None) -> None:
    """List all motions: where they lead, how long they take, what they are for."""
    table = Table("motion", "begins", "ends", "seconds", "for")
    for motion in MotionLibrary.load(folder or ""):
        table.add_row(
            motion.name, ", ".join(motion.begins), motion.ends, f"{motion.duration_s:.1f}", motion.summary
        )
    Console().print(table)


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def check_command(files: tuple[Path, ...]) -> None:
    """Check motion FILES against limits and speeds, and show their frames.

    The first thing that is wrong is said with file, frame and joint, and the exit code is not zero.
    """
    for path in files:
        Console().print(frames_table(read_motion(path)))


@click.command("show")
@click.argument("name")
@FOLDER
@click.option(
    "--out", type=click.Path(path_type=Path), help="Draw the joints' curves into this SVG or PNG file."
)
def show_command(name: str, folder: Path | None, out: Path | None) -> None:
    """Show the frames of the motion NAME, and draw its curves from a stand."""
    if out is not None and out.suffix not in PICTURES:
        raise click.UsageError(f"{out} is no picture that can be drawn; end its name in .svg or .png.")
    motion = MotionLibrary.load(folder or "")[name]
    Console().print(frames_table(motion))
    if out is not None:
        curves_picture(motion).savefig(out)
        click.echo(f"The curves are drawn in {out}.")


def frames_table(motion: Motion) -> Table:
    """Return frames with their times, and how near each comes to its fastest joint's speed."""
    title = f"{motion.name}: {motion.summary} From {' or '.join(motion.begins)} to {motion.ends}."
    table = Table("frame", "ends at", "joints", "fastest joint", "stiffness", "also", title=title)
    curve = curve_from(JointTrack.of(motion), posture_of("stand"), np.zeros(len(JOINTS)))
    shares = highest_speed(curve) / SPEED_RADPS
    time_s = 0.0
    for number, frame in enumerate(motion.frames):
        time_s += curve.duration_s[number] + frame.hold_s
        fastest = int(np.argmax(shares[number]))
        stiffnesses = sorted(set(frame.stiffness.values()))
        words = {
            f"holds {frame.hold_s:g} s": frame.hold_s > 0.0,
            "waits": frame.wait is not None,
            "requires": frame.require is not None,
            "balances": frame.balance_s > 0.0,
            "may be left": frame.may_leave,
        }
        table.add_row(
            frame.name,
            f"{time_s:.2f} s",
            str(len(frame.joints_rad)),
            f"{JOINTS[fastest]} {100 * shares[number, fastest]:.0f} %" if shares[number].any() else "",
            " to ".join(f"{value:g}" for value in stiffnesses[:: max(len(stiffnesses) - 1, 1)]),
            ", ".join(word for word, said in words.items() if said),
        )
    return table
