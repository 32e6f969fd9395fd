"""A robot that plays both sides with its own eyes: what `morris-place` and `morris-grasp` share.

Modules, camera and behaviour are those of `ludens play morris`: the robot finds out how its camera sits,
looks at the board, asks a simulated person for men, walks, grasps, places, looks again and repairs. Only the
engine is another one: its turns are drawn, at the side of the table at which the robot begins, so that it
seldom walks far. Truth is for the score alone.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.runtime.run import Run
from ludens.drivers.inbox import InboxDriver
from ludens.drivers.listener import ListenerDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, numbers
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.board.measures import SIDES
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.decide.candidates import MorrisChoice
from ludens.games.morris.experiments.hands_referee import HandsReferee
from ludens.games.morris.options import MorrisPlayOptions
from ludens.games.morris.play import EYES, MORRIS, ORDERS, VOICE
from ludens.games.morris.rules import POINT_COUNT, GameRecord, Position, Side, Turn, fen_of, mask_of
from ludens.games.morris.walk.stands import stands_for
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions, station_at
from ludens.messages.morris_game import MorrisOrder
from ludens.robots.nao.noise import load_noise
from ludens.table.board_game import COLOURS
from ludens.table.engine import Engine
from ludens.table.lineup import PersonOption

STUCK_S = 300.0
"""Of simulated time for one turn: the robot will not finish it any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsInPlayOptions:
    """Conditions of the experiment."""

    turns: Annotated[int, Meta(ge=1, le=8, description="That one robot makes, one man each.")] = 6
    men: Annotated[int, Meta(ge=6, le=14, description="On the board at the start.")] = 10
    person: PersonOption = "average"
    calibrate: Annotated[
        bool, Meta(description="Whether the robot finds out first how its camera sits, as in a game.")
    ] = True


class DrawnTurns:
    """Chooses any turn that takes nobody, with all its points among the given ones where there is such."""

    def __init__(self, points: Collection[int]) -> None:
        self._points = frozenset(points)

    def choose(self, game: GameRecord, rng: np.random.Generator) -> MorrisChoice:
        """Draw a turn."""
        legal = game.legal_turns()
        quiet = [turn for turn in legal if turn.captured is None]
        near = [turn for turn in quiet if self._is_near(turn)]
        turns = near or quiet or legal
        return MorrisChoice(turns[int(rng.integers(len(turns)))], (), "A drawn turn.")

    def close(self) -> None:
        """Nothing was started."""

    def _is_near(self, turn: Turn) -> bool:
        return turn.target in self._points and (turn.origin is None or turn.origin in self._points)


def points_at(side: int) -> tuple[int, ...]:
    """The nine points that are reached from a side of the table."""
    return tuple(
        point for point in range(POINT_COUNT) if any(stand.side == side for stand in stands_for(point))
    )


def men_drawn(points: Sequence[int], count: int, random: np.random.Generator) -> dict[int, int]:
    """Return colours by point for so many men on some of these points, as many of each colour."""
    chosen = random.choice(points, count, replace=False).tolist()
    return {point: number % 2 for number, point in enumerate(chosen)}


def hands_in_play(
    men: Mapping[int, int],
    *,
    in_hand: int,
    side: int,
    request: TrialRequest[HandsInPlayOptions],
) -> Row:
    """Let a robot begin at a side, with men on the board and so many a side in hand; return what it did.

    `men` has as many rows as turns were wanted; one that was never begun has failed in everything.
    """
    turns = request.options.turns
    with at_table(men, in_hand=in_hand, side=side, request=request) as (run, referee):
        _make_turns(run, referee, turns)
        simulated_s = run.time_s
    men_done = referee.rows(turns)
    return {
        "side": side,
        "men": list[Json](men_done),
        "helped": sum(row["helped"] is True for row in men_done),
        "walks": sum(numbers(men_done, "walks")),
        "troubles": referee.counts["troubles"],
        "faults": referee.counts["faults"],
        "simulated_s": round(simulated_s, 1),
        "remarks": list[Json](referee.remarks),
    }


@contextmanager
def at_table(
    men: Mapping[int, int], *, in_hand: int, side: int, request: TrialRequest[HandsInPlayOptions]
) -> Iterator[tuple[Run, HandsReferee]]:
    """A robot at a side of the table that is about to play, and its referee."""
    options, seed = request.options, request.seed
    world = MorrisWorld(
        MorrisWorldOptions(
            noise=request.noise,
            men=men,
            eyes=EYES,
            camera_hz=MorrisPlayOptions().cameras_hz,
            stations=(station_at(side),),
            person=options.person,
        ),
        seed=seed,
    )
    engine = Engine(MORRIS_GAME, seed=seed, make_player=lambda _: DrawnTurns(points_at(side)))
    inbox = InboxDriver(engine.beside(SimulationDriver(world)), ORDERS)
    (robot,) = MORRIS.robots
    inbox.hand(robot, _order(men, in_hand=in_hand, calibrate=options.calibrate))
    assert world.person is not None
    referee = HandsReferee(world)
    run = Run(
        MORRIS,
        ListenerDriver(inbox, VOICE, [world.person.hear]),
        configuration=Configuration.load(MORRIS.sections()),
        seed=seed,
        observers=[referee],
    )
    with run:
        yield run, referee


def _order(men: Mapping[int, int], *, in_hand: int, calibrate: bool) -> MorrisOrder:
    white, black = (mask_of(point for point, colour in men.items() if colour == wanted) for wanted in (0, 1))
    return MorrisOrder(
        time_s=0.0,
        start=fen_of(Position(white, black, in_hand, in_hand, Side.WHITE)),
        robot=COLOURS,
        level="0",
        from_board=True,
        learns_camera=calibrate,
    )


def _make_turns(run: Run, referee: HandsReferee, turns: int) -> None:
    done, since_s = 0, 0.0
    while not referee.is_over and referee.finished < turns and run.step() is not None:
        if referee.finished > done:
            done, since_s = referee.finished, run.time_s
        if run.time_s - since_s > STUCK_S:
            return


def drawn_side(seed: int) -> int:
    """Sides follow each other with the seeds."""
    return seed % SIDES


def men_rows(rows: Sequence[Row]) -> list[Row]:
    """The rows of all men of all robots; a robot whose trial crashed has failed with as many as another."""
    told = [men for row in rows if isinstance(men := row.get("men"), list)]
    most = max((len(men) for men in told), default=1)
    found: list[Row] = [man for men in told for man in men if isinstance(man, dict)]
    return found + [{"error": row["error"]} for row in rows if "error" in row for _ in range(most)]


def robot_figures(rows: Sequence[Row]) -> dict[str, Json]:
    """What is told of robots, not of men."""
    return {
        "robots": len(rows),
        "men": len(men_rows(rows)),
        "helped_turns": mishaps(rows, "helped"),
        "walks": sum(numbers(rows, "walks")),
        "faults": mishaps(rows, "faults"),
        "simulated_s": sum(numbers(rows, "simulated_s")),
    }


def check(_: HandsInPlayOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)
