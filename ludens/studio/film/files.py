"""Writes films: GIF and WebP begin again at their end, WebM is small when it is long, PNG is one picture."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from ludens.core.errors import LudensError
from ludens.studio.film.painter import Picture

WEBP_QUALITY = 72
PALETTE_PICTURES = 6
MEDIA_TYPES = {
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".webm": "video/webm",
    ".png": "image/png",
}
"""What a film or a still can be written as, by the ending of its file."""


def check_ending(path: Path) -> None:
    """Refuse a name that does not end as a film does."""
    if path.suffix.lower() not in MEDIA_TYPES:
        raise LudensError(
            f"A film cannot be written as '{path.name}'; its name ends in one of {', '.join(MEDIA_TYPES)}."
        )


def write_film(path: Path, pictures: Iterable[Picture], *, per_s: float) -> int:
    """Write pictures as the name of the file says, and return how many; a still takes the first one."""
    check_ending(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    ending = path.suffix.lower()
    if ending == ".png":
        Image.fromarray(next(iter(pictures))).save(path)
        return 1
    write = {".gif": _write_gif, ".webp": _write_webp, ".webm": _write_video}[ending]
    try:
        return write(path, pictures, per_s)
    except OSError as error:
        raise LudensError(f"{path} cannot be written: {error.strerror or error}.") from error


def _write_gif(path: Path, pictures: Iterable[Picture], per_s: float) -> int:
    """One palette for all pictures, taken from some of them; without dither, which flickers and is large."""
    frames = [Image.fromarray(picture) for picture in pictures]
    some = frames[:: max(1, len(frames) // PALETTE_PICTURES)]
    sample = Image.fromarray(np.vstack([np.asarray(frame) for frame in some]))
    palette = sample.quantize(255, method=Image.Quantize.MAXCOVERAGE, kmeans=2)
    first, *others = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    first.save(path, save_all=True, append_images=others, duration=round(1000.0 / per_s), loop=0)
    return len(frames)


def _write_webp(path: Path, pictures: Iterable[Picture], per_s: float) -> int:
    frames = [Image.fromarray(picture) for picture in pictures]
    first, *others = frames
    first.save(
        path,
        save_all=True,
        append_images=others,
        duration=round(1000.0 / per_s),
        loop=0,
        quality=WEBP_QUALITY,
        method=4,
    )
    return len(frames)


def _write_video(path: Path, pictures: Iterable[Picture], per_s: float) -> int:
    writer, count = None, 0
    with _silenced():  # the library says on standard error that it likes another name for its codec
        for picture in pictures:
            if writer is None:
                height, width = picture.shape[:2]
                codec = cv2.VideoWriter.fourcc(*"VP80")
                writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, codec, per_s, (width, height))
                if not writer.isOpened():
                    raise OSError("the encoder of WebM does not work here; take .webp or .gif")
            writer.write(cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
            count += 1
        if writer is not None:
            writer.release()
    return count


@contextmanager
def _silenced() -> Iterator[None]:
    """Keep what compiled libraries write to standard error to themselves."""
    sys.stderr.flush()
    kept = os.dup(2)
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
