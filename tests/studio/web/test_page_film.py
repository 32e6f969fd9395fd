"""A video of the page in another form."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from ludens.core.errors import LudensError
from ludens.studio.film.files import write_film
from ludens.studio.web.page_film import PER_S, WIDEST_PX, converted


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path: Path = tmp_path_factory.mktemp("page") / "page.webm"
    pictures = (np.full((100, 1000, 3), 10 * number, np.uint8) for number in range(20))
    write_film(path, pictures, per_s=2 * PER_S)
    return path.read_bytes()


@pytest.mark.parametrize("ending", [".gif", ".webp"])
def test_a_video_becomes_a_film_that_begins_again_with_fewer_and_smaller_pictures(
    video: bytes, ending: str
) -> None:
    with Image.open(BytesIO(converted(video, ending))) as film:
        assert film.size == (WIDEST_PX, WIDEST_PX // 10)
        assert 9 <= getattr(film, "n_frames", 1) <= 11
        assert film.info["loop"] == 0


@pytest.mark.parametrize("wrong", [b"", b"GIF89a", bytes(range(256)) * 40])
def test_what_is_no_video_is_told(wrong: bytes) -> None:
    with pytest.raises(LudensError, match="no picture"):
        converted(wrong, ".gif")


def test_another_form_is_refused(video: bytes) -> None:
    with pytest.raises(LudensError, match="cannot be written as"):
        converted(video, ".exe")
