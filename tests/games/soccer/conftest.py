"""Pictures of two halls, drawn once for all tests that look at them."""

import pytest

from ludens.games.soccer.world.field_pictures import FieldPictures


@pytest.fixture(scope="session")
def hall():
    with FieldPictures(71, robots=0) as pictures:
        yield pictures


@pytest.fixture(scope="session")
def hall_with_robots():
    with FieldPictures(72, robots=3) as pictures:
        yield pictures
