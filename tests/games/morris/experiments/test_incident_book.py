"""Whether what people did is counted, and what the robot says about it is understood; by the true table."""

import pytest

from ludens.games.morris.experiments.incident_book import SETTLES_S, IncidentBook
from ludens.games.morris.judge.verdict import FaultKind
from ludens.games.morris.rules import POINTS
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions
from ludens.games.morris.world.handling import Incident

A1, G1 = POINTS["a1"], POINTS["g1"]


@pytest.fixture(scope="module")
def world() -> MorrisWorld:
    return MorrisWorld(MorrisWorldOptions(person="perfect", render=False, noise="off"), seed=906)


@pytest.fixture
def book(world: MorrisWorld) -> IncidentBook:
    world.arrange({A1: 0, G1: 1})
    world.persons[0].incidents.clear()
    return IncidentBook(world)


def accept(
    book: IncidentBook, turns: int, *, offences: tuple[tuple[str, ...], ...] = (), wrong_scans: int = 0
) -> None:
    """A turn is accepted, and the robot has had time to speak."""
    for time_s in (float(turns), turns + SETTLES_S):
        book.follow(time_s, turns=turns, offences=offences, wrong_scans=wrong_scans)


def test_a_cheat_is_noticed_by_an_offence_and_missed_without_one(world: MorrisWorld, book: IncidentBook):
    world.persons[0].incidents.append(Incident(0.5, "cheat", "cheats: too far"))
    accept(book, 1, offences=(("TOO_FAR",),))
    world.persons[0].incidents.append(Incident(1.6, "cheat", "cheats: took two"))
    accept(book, 2, offences=(("TOO_FAR",),))
    assert book.noticed == {"cheat": 1}
    assert [text for text in book.missed if "took two" in text] == book.missed != []
    assert book.words() == "cheat: 1 of 2"


@pytest.mark.parametrize(
    ("said", "explained"),
    [(("TOO_FAR",), 1), (("TOOK_SEVERAL",), 0), (("TOOK_SEVERAL", "TOO_FAR"), 0), ((), 0)],
)
def test_an_explanation_is_right_if_it_names_the_cheat_that_was_done(
    world: MorrisWorld, book: IncidentBook, said: tuple[str, ...], explained: int
):
    right = (frozenset({FaultKind.TOO_FAR}),)
    world.persons[0].incidents.append(Incident(0.5, "cheat", "cheats: too far", right))
    accept(book, 1, offences=(said,))
    assert book.noticed == {"cheat": 1}
    assert book.explained == explained
    assert len(book.wrong_words) == 1 - explained


def test_who_has_not_cheated_and_is_blamed_was_accused_falsely(world: MorrisWorld, book: IncidentBook):
    accept(book, 1, offences=(("OPPONENT_MOVED",),))
    assert book.accused_falsely == 1
    assert "opponent moved" in book.wrong_words[0]
    world.persons[0].incidents.append(Incident(1.6, "cheat", "cheats: took two"))
    accept(book, 2, offences=(("OPPONENT_MOVED",), ("TOOK_SEVERAL",), ("TOO_FAR",)))
    assert book.accused_falsely == 1  # a cheat that is put right step by step is one cheat


def test_what_is_excluded_is_shown_with_the_reason(world: MorrisWorld, book: IncidentBook):
    hand = Incident(0.5, "hand in the way", "leaves the hand over the board")
    world.persons[0].incidents.append(hand)
    accept(book, 1)
    world.persons[0].incidents.append(Incident(1.6, "cheat", "cheats: took two"))
    book.follow(2.0, turns=1, offences=(), wrong_scans=0)
    book.end(3.0)
    assert book.excluded == [
        "2 s: leaves the hand over the board: the board was seen right all the same.",
        "3 s: cheats: took two: the game ended before it was judged.",
    ]
    assert book.words() == "cheat: 0 of 0 and 1 excluded, hand in the way: 0 of 0 and 1 excluded"


def test_a_man_of_the_wrong_colour_must_be_spoken_about(world: MorrisWorld, book: IncidentBook):
    world.persons[0].incidents.append(Incident(0.5, "wrong man", "hands over a man of the wrong colour"))
    book.follow(0.6, turns=0, offences=(), wrong_scans=0)
    book.hear("This is a black man; I need a white man. Please take it back.")
    assert book.noticed == {"wrong man": 1}
    accept(book, 1)
    assert (book.noticed, book.missed) == ({"wrong man": 1}, [])


def test_a_hand_that_hid_nothing_of_the_board_is_harmless(world: MorrisWorld, book: IncidentBook):
    for turn, wrong_scans in enumerate((0, 1, 1)):  # the second one hid a man
        lingers = Incident(turn + 0.5, "hand in the way", "leaves the hand over the board")
        world.persons[0].incidents.append(lingers)
        accept(book, turn + 1, wrong_scans=wrong_scans)
    assert sum(book.harmless.values()) == 2
    assert [text[:3] for text in book.missed] == ["2 s"]


def push_off(world: MorrisWorld, point: int, off_m: float) -> None:
    x_m, y_m = world.measures.points_m()[point].tolist()
    world.men.stand(world.men_on_points()[point][0], x_m + off_m, y_m)
    world.physics.refresh()


@pytest.mark.parametrize(
    ("said", "missed"),
    [
        ("The black man on g1 stands 12 mm off its point. I count it.", 0),
        ("A black man stands beside g1 and belongs on g1. I put it there.", 0),
        ("A black man stands beside g1 and belongs on g4. I put it there.", 1),
        ("The black man belongs on g1. I try again with it in my hand.", 1),
        ("", 1),
    ],
)
def test_a_man_that_stands_badly_is_found_by_the_truth(
    world: MorrisWorld, book: IncidentBook, said: str, missed: int
):
    push_off(world, G1, 0.012)
    book.hear(said)
    accept(book, 1)
    accept(book, 2)  # it is counted once
    assert book.made == {"badly placed": 1}
    assert len(book.missed) == missed


def test_a_man_that_the_robot_sets_down_again_in_its_own_turn_is_not_missed(
    world: MorrisWorld, book: IncidentBook
):
    """Its turn is part of the game before its hand moves, so what that does counts to the next one's."""
    accept(book, 1)
    push_off(world, G1, 0.012)
    book.follow(8.0, turns=1, offences=(), wrong_scans=0)
    book.hear("The black man on g1 stands 12 mm off its point. I set it down again.")
    push_off(world, G1, 0.001)
    accept(book, 9)
    assert (book.made, book.missed) == ({}, [])
    push_off(world, G1, 0.012)  # by somebody else: what was said before is no longer about this
    accept(book, 10)
    assert len(book.missed) == 1


def test_a_man_between_points_must_be_spoken_about(world: MorrisWorld, book: IncidentBook):
    world.men.stand(world.men_on_points()[G1][0], 0.02, -0.13)
    world.physics.refresh()
    book.note_strays()
    book.note_strays()
    accept(book, 1)
    assert book.made == {"stray": 1}
    assert len(book.missed) == 1
