"""A film of the page, which browsers make as a video, as a GIF or WebP that begins again by itself."""

from collections import deque
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from fastapi import Request, Response
from fastapi.concurrency import run_in_threadpool

from ludens.core.errors import LudensError
from ludens.studio.film.files import MEDIA_TYPES, write_film
from ludens.studio.film.painter import Picture

PAGE_FILM_URL = "/page-film/{kind}"
LARGEST_BYTES = 100_000_000
PER_S = 8.0
LONGEST_S = 20.0
"""Of a longer film the end is taken: all pictures of a GIF are in memory at once."""
WIDEST_PX = 800


async def page_film(kind: str, request: Request) -> Response:
    """Return a video that the browser has made in another form; a sentence where that cannot be."""
    video = bytearray()
    async for part in request.stream():
        video += part
        if len(video) > LARGEST_BYTES:
            return Response("The film is too long for that; it stays a video.", 413)
    try:
        film = await run_in_threadpool(converted, bytes(video), f".{kind}")
    except LudensError as error:
        return Response(str(error), 422)
    return Response(film, media_type=MEDIA_TYPES[f".{kind}"])


def converted(video: bytes, ending: str) -> bytes:
    """A video as another film."""
    with TemporaryDirectory(prefix="ludens-film-") as folder:
        source, target = Path(folder) / "video", Path(folder) / f"film{ending}"
        source.write_bytes(video)
        pictures = _pictures(source)
        if not pictures:
            raise LudensError("The film has no picture that can be read.")
        write_film(target, pictures, per_s=PER_S)
        return target.read_bytes()


def _pictures(path: Path) -> list[Picture]:
    """A few pictures a second of a video, whatever its own rate, from its end."""
    pictures: deque[Picture] = deque(maxlen=round(LONGEST_S * PER_S))
    video = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    next_ms = 0.0
    while video.grab():
        now_ms = video.get(cv2.CAP_PROP_POS_MSEC)
        if now_ms < next_ms:
            continue
        next_ms = max(next_ms, now_ms) + 1000.0 / PER_S
        is_whole, bgr = video.retrieve()
        if is_whole:
            pictures.append(_smaller(np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8)))
    video.release()
    return list(pictures)


def _smaller(picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    scale = min(1.0, WIDEST_PX / width)
    if scale == 1.0:
        return picture
    size = (round(width * scale), round(height * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
