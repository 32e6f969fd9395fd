"""`ludens soccer see`: the whole vision pipeline on pictures from files."""

import json
from pathlib import Path
from typing import Any, cast, get_args

import click

from ludens.cli import EXIT_USER_ERROR
from ludens.cli.numbers import WholeNumber
from ludens.core.errors import LudensError
from ludens.games.soccer.see.camera_file import CameraFile
from ludens.games.soccer.see.picture_eyes import PictureEyes
from ludens.games.soccer.see.picture_file import ColourOrder, at_width, drawn_on, read_picture, write_picture
from ludens.games.soccer.see.report import in_words, report
from ludens.geometry.soccer_field import FIELDS, FieldName
from ludens.messages import CameraImage, CameraPose

WORKING_WIDTH_PX = 640


HELP = """Look at pictures with the eyes of the soccer robot.

They find the border of the field, its lines, their crossings, centre circle, penalty mark, and the ball.

Pictures may have any size and any format that OpenCV reads; a file that ends in .yuv or .raw holds a NAO
camera's memory (YUYV). Where things are on the ground follows from how the camera stood; a file says so
(config/camera-pose-example.toml is one):

\b
    height_m = 0.51        # over the ground: the only number that must be there
    pitch_deg = 12.0       # down; roll_deg: right side down; yaw_deg: to the left
    x_m = 0.0              # from the robot's middle forward; y_m to the left
    field_of_view_deg = 56.3   # of the lens, from left to right edge: this is a NAO's
    focal_px = 598.0       # instead of it, in pixels of the picture; focal_y_px,
    center_x_px = 319.5    # center_y_px and distortion = [k1, k2, k3] where they are known
\b
    [pictures."late.png"]  # what differs in one picture
    pitch_deg = 25.0

Angles may be in radians, too: pitch_rad. In the JSON, pixels are those of the picture as it is, metres
are on the ground in the robot's frame: x forward, y to the left.
"""


@click.command("see", help=HELP)
@click.argument("pictures", nargs=-1, required=True, metavar="PICTURE…", type=click.Path(path_type=Path))
@click.option(
    "--camera-pose",
    "camera_pose",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Where the camera was and how it looked: TOML, as above.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a line a picture.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    show_default="beside each picture",
    help="Where NAME-seen.png goes: the picture with everything drawn that was seen.",
)
@click.option(
    "--order",
    type=click.Choice(get_args(ColourOrder)),
    default="auto",
    show_default=True,
    help="What the channels of the files hold; dumps of cameras are often ycbcr, which auto knows from rgb.",
)
@click.option(
    "--field",
    type=click.Choice(tuple(FIELDS)),
    default="2019",
    show_default=True,
    help="Its measures.",
)
@click.option(
    "--width",
    "width_px",
    type=WholeNumber(160, 4096),
    default=WORKING_WIDTH_PX,
    show_default=True,
    metavar="PX",
    help="Pictures are scaled to this before they are looked at; small ones grow four times at most.",
)
@click.option(
    "--weights", default="", metavar="FILE", help="A ball net that `ludens soccer train-ball` wrote."
)
def command(
    pictures: tuple[Path, ...],
    camera_pose: Path,
    as_json: bool,
    out: Path | None,
    order: str,
    field: str,
    width_px: int,
    weights: str,
) -> None:
    """Look at every picture; what is wrong with one of them is told, and the rest goes on."""
    camera_file = CameraFile.read(camera_pose)
    eyes = PictureEyes(pitch=FIELDS[cast(FieldName, field)], weights=weights, draw=True)
    reports: list[dict[str, Any]] = []
    written: set[Path] = set()
    for path in pictures:
        try:
            reports.append(
                _seen(
                    path,
                    camera_file,
                    eyes,
                    order=cast(ColourOrder, order),
                    width_px=width_px,
                    target=_free_name((out or path.parent), path.stem, written),
                )
            )
        except LudensError as error:
            reports.append({"picture": str(path), "error": str(error)})
            click.echo(f"ludens: {error}", err=True)
            continue
        if not as_json:
            click.echo(f"{path}: {in_words(reports[-1])} Drawn in {reports[-1]['drawn']}.")
    if as_json:
        click.echo(json.dumps({"pictures": reports}, indent=1, ensure_ascii=False))
    if any("error" in one for one in reports):
        raise click.exceptions.Exit(EXIT_USER_ERROR)


def _seen(
    path: Path,
    camera_file: CameraFile,
    eyes: PictureEyes,
    *,
    order: ColourOrder,
    width_px: int,
    target: Path,
) -> dict[str, Any]:
    """Look at one picture, draw, and return the report."""
    pixels = read_picture(path, order)
    height, width, _ = pixels.shape
    pose = camera_file.pose(path.name, width_px=width, height_px=height)
    scaled, camera, scale = at_width(pixels, pose.camera, width_px=width_px)
    placed = CameraPose(
        camera=camera,
        head_from_camera=pose.head_from_camera,
        robot_from_camera=pose.robot_from_camera,
        calibrated=True,
    )
    percepts = eyes.look(CameraImage(time_s=0.0, pixels_rgb=scaled, jpeg=b""), placed)
    write_picture(target, drawn_on(scaled, percepts.shapes))
    about = {"picture": str(path), "width_px": width, "height_px": height, "drawn": str(target)}
    return {**about, **report(percepts, scale=scale)}


def _free_name(folder: Path, stem: str, written: set[Path]) -> Path:
    """Return a name that no other picture of this call has: a.png and a.jpg both go to one folder."""
    target, number = folder / f"{stem}-seen.png", 2
    while target in written:
        target, number = folder / f"{stem}-{number}-seen.png", number + 1
    written.add(target)
    return target
