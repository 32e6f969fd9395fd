import numpy as np
import pytest

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.see.colours import BOARD, FIRST, SECOND
from ludens.games.morris.see.cube import CubeFaces
from ludens.games.morris.see.weighing import INDEPENDENT, PRIOR, SEEN_AS, SWEEPS, weigh
from ludens.geometry import FloatArray

MEASURES = MorrisMeasures()
POINTS_M = MEASURES.points_m()
EYE_M = np.array([0.0, -0.28, 0.25])
PLACES_M, FACES = CubeFaces.of(MEASURES).facing(POINTS_M, EYE_M)


def weighed(labels: np.ndarray) -> tuple[FloatArray, FloatArray]:
    return weigh(
        np.where(FACES, labels, -2).astype(np.int8),
        EYE_M,
        PLACES_M,
        POINTS_M,
        0.5 * MEASURES.man_m,
        0.5 * MEASURES.table_width_m,
        SEEN_AS,
        PRIOR,
        SWEEPS,
        INDEPENDENT,
    )


def seen(men: dict[int, int]) -> np.ndarray:
    """The label of each place on the faces of a man at each point, by tracing lines of sight."""
    labels, nearest = np.full(FACES.shape, BOARD), np.full(FACES.shape, np.inf)
    half, height = 0.5 * MEASURES.man_m, MEASURES.man_m
    ways = PLACES_M - EYE_M
    for man, colour in men.items():
        x_m, y_m = POINTS_M[man].tolist()
        low, high = np.array([x_m - half, y_m - half, 0.0]), np.array([x_m + half, y_m + half, height])
        with np.errstate(divide="ignore"):
            first, second = (low - EYE_M) / ways, (high - EYE_M) / ways
        enters, leaves = np.minimum(first, second).max(axis=-1), np.maximum(first, second).min(axis=-1)
        hit = (enters > 0.0) & (enters < leaves + 1e-9) & (enters < nearest)
        nearest[hit], labels[hit] = enters[hit], FIRST + colour
    return labels


def test_rows_of_men_behind_each_other_are_told_from_empty_points_between_them() -> None:
    men = {1: 0, 9: 1, 13: 0, 5: 1, 6: 0, 0: 1, 20: 1}
    chances, shares = weighed(seen(men))
    kinds = chances[:, :3].argmax(axis=1)
    assert {point: int(kind) - 1 for point, kind in enumerate(kinds) if kind} == men
    assert chances.max(axis=1).min() > 0.95
    assert shares.min() > 0.5


def test_what_is_not_in_sight_stays_as_it_was_and_half_sight_is_half_knowledge() -> None:
    labels = seen({4: 1})
    labels[2] = -1  # not in the picture
    labels[4, ::4], labels[4, 1::4], labels[4, 2::4] = -1, -1, -1  # a quarter of it is
    chances, shares = weighed(labels)
    assert chances[2] == pytest.approx(PRIOR)
    assert shares[2] == 0.0
    assert chances[4].argmax() == 2
    assert 0.6 < chances[4, 2] < weighed(seen({4: 1}))[0][4, 2]


def test_a_thing_of_another_colour_is_no_players_man() -> None:
    labels = seen({7: 0})
    labels[labels == FIRST] = 3
    chances, _ = weighed(labels)
    assert chances[7].argmax() == 3
    assert SECOND not in labels
