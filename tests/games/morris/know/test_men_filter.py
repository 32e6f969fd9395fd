import numpy as np

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.know.men_filter import MenFilter
from ludens.messages.morris_table import MenSeen, SeenMan

MEASURES = MorrisMeasures()
POINTS_M = MEASURES.points_m()


def picture(men: dict[int, int], *others: SeenMan, time_s: float = 0.0, measured: bool = True) -> MenSeen:
    """A picture that is fairly sure of all points, and has measured the men on them or has not."""
    probabilities = np.full((24, 3), 0.01)
    probabilities[:, 0] = 0.98
    for point, colour in men.items():
        probabilities[point] = 0.01
        probabilities[point, 1 + colour] = 0.98
    standing = [
        SeenMan(float(POINTS_M[point, 0]), float(POINTS_M[point, 1]) + 0.001, 0.1, colour)
        for point, colour in men.items()
    ]
    return MenSeen(
        time_s=time_s,
        camera="bottom",
        probabilities=probabilities,
        visible=np.ones(24),
        men=(*standing, *others) if measured else others,
    )


def test_two_views_settle_what_one_picture_may_not() -> None:
    belief = MenFilter(MEASURES)
    belief.see(picture({3: 0, 8: 1}), same_view=False)
    assert not belief.believed(0.0).settled
    belief.see(picture({3: 0, 8: 1}, time_s=0.2), same_view=False)
    told = belief.believed(1.2)
    assert told.settled
    assert told.probabilities.argmax(axis=1)[[3, 8, 0]].tolist() == [1, 2, 0]
    assert (told.seen_before_s == 1.0).all()
    assert len(told.men) == 2
    assert belief.unsure.max() == 0.0


def test_a_changed_board_is_believed_after_a_few_pictures() -> None:
    belief = MenFilter(MEASURES)
    for _ in range(50):
        belief.see(picture({3: 0}), same_view=True)
    for _ in range(8):
        belief.see(picture({4: 0}), same_view=True)
    told = belief.believed(0.0)
    assert told.settled
    assert told.probabilities[3].argmax() == 0
    assert told.probabilities[4].argmax() == 1
    assert [round(man.y_m, 2) for man in told.men] == [0.16]


def test_the_second_man_at_a_point_and_men_beside_points_are_strays() -> None:
    belief = MenFilter(MEASURES)
    x_m, y_m = POINTS_M[9].tolist()
    second, beside, odd = (
        SeenMan(x_m + 0.018, y_m, 0.0, 0),
        SeenMan(0.13, 0.05, 0.3, 1),
        SeenMan(-0.05, 0.13, 0.0, -1),
    )
    for _ in range(3):
        belief.see(picture({9: 1}, second, beside, odd), same_view=False)
    told = belief.believed(0.0)
    assert [man.colour for man in told.men] == [1]
    assert {(man.x_m, man.y_m) for man in told.strays} == {(second.x_m, second.y_m), (0.13, 0.05)}
    assert [(thing.x_m, thing.y_m) for thing in told.foreign] == [(-0.05, 0.13)]


def test_one_man_that_is_seen_at_two_places_is_no_second_man() -> None:
    belief = MenFilter(MEASURES)
    x_m, y_m = POINTS_M[15].tolist()
    for _ in range(3):
        belief.see(picture({15: 1}, SeenMan(x_m - 0.016, y_m + 0.003, 0.0, 1)), same_view=False)
    told = belief.believed(0.0)
    assert len(told.men) == 1
    assert told.strays == ()


def test_a_man_that_was_measured_at_two_places_stands_where_it_was_more_often() -> None:
    belief = MenFilter(MEASURES)
    x_m, y_m = POINTS_M[15].tolist()
    off = SeenMan(x_m + 0.012, y_m, 0.0, 1)
    belief.see(picture({15: 1}), same_view=False)  # once a millimetre off
    for _ in range(3):
        belief.see(picture({15: 1}, off, measured=False), same_view=False)
    told = belief.believed(0.0)
    assert [(man.x_m, man.y_m) for man in told.men] == [(off.x_m, off.y_m)]
    assert told.strays == ()


def test_a_man_that_stands_on_is_not_forgotten_for_not_being_measured() -> None:
    belief = MenFilter(MEASURES)
    off = SeenMan(POINTS_M[15, 0] + 0.012, POINTS_M[15, 1], 0.0, 1)
    belief.see(picture({15: 1}, off, measured=False), same_view=False)
    for _ in range(6):
        belief.see(picture({15: 1}, measured=False), same_view=True)
    assert belief.believed(0.0).men == (off,)
    assert not belief.unmeasured.any()
    for _ in range(6):
        belief.see(picture({}), same_view=True)
    assert belief.believed(0.0).men == ()
    assert belief.tracks == []


def test_men_that_nobody_has_measured_are_known_to_be_so() -> None:
    belief = MenFilter(MEASURES)
    for _ in range(3):
        belief.see(picture({3: 0, 8: 1}, measured=False), same_view=False)
    assert np.flatnonzero(belief.unmeasured).tolist() == [3, 8]
    measured = SeenMan(POINTS_M[8, 0], POINTS_M[8, 1], 0.0, 1)
    belief.see(picture({3: 0, 8: 1}, measured, measured=False), same_view=False)
    assert np.flatnonzero(belief.unmeasured).tolist() == [3]


def test_a_man_so_far_off_its_point_that_the_point_looks_empty_is_a_stray() -> None:
    belief = MenFilter(MEASURES)
    x_m, y_m = POINTS_M[9].tolist()
    for _ in range(3):
        belief.see(picture({3: 1}, SeenMan(x_m, y_m + 0.018, 0.2, 0)), same_view=False)
    told = belief.believed(0.0)
    assert told.probabilities[9].argmax() == 0
    assert len(told.men) == 1
    assert [(man.x_m, man.y_m, man.colour) for man in told.strays] == [(x_m, y_m + 0.018, 0)]


def test_a_stray_that_one_picture_shows_is_not_believed_and_one_that_goes_is_forgotten() -> None:
    belief = MenFilter(MEASURES)
    stray = SeenMan(0.13, 0.05, 0.3, 1)
    belief.see(picture({}, stray), same_view=False)
    assert not belief.believed(0.0).strays
    belief.see(picture({}, stray), same_view=False)
    assert len(belief.believed(0.0).strays) == 1
    for _ in range(3):
        belief.see(picture({}), same_view=False)
    assert not belief.believed(0.0).strays
