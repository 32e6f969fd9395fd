"""Beside two robots stand two people: the game begins only when the robot that waits has stood aside."""

from ludens.games.morris.rules import fen_of, start_position
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions, station_at
from ludens.games.morris.world.person import MorrisPerson
from ludens.messages.morris_game import MorrisGame, PersonAsked

START = fen_of(start_position())
LOOKS_NS = 100_000_000


def look_up(person: MorrisPerson, *, times: range) -> list[str]:
    for time in times:
        person.step(time * LOOKS_NS)
    return person.deeds


def test_who_is_beside_the_first_to_move_waits_for_the_other_robots_word() -> None:
    stations = station_at(0), station_at(2)
    world = MorrisWorld(MorrisWorldOptions(render=False, stations=stations, person="perfect"), seed=931)
    white, black = world.persons
    white.hear(MorrisGame(time_s=0.0, start=START, turns=(), position=START, turn="white", robot=("white",)))
    white.hear(PersonAsked(time_s=0.0, number=1, asking="start"))
    assert look_up(white, times=range(60)) == []
    black.hear(PersonAsked(time_s=0.0, number=1, asking="turn"))
    (deed,) = look_up(white, times=range(60, 120))
    assert deed.endswith("starts")
    world.close()
