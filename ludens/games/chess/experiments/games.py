"""The experiment `chess-games`: whole games, engine against engine, through arm, camera and a person's hand.

As in `ludens play chess`: the table is calibrated first, the arm plays one side, and a simulated person the
other, who misses the middle of squares by millimetres. One side plays much better than the other, so that
games end in mate instead of lasting for ever; colours and strength go round by seed. A game that does not get
on, or in which a part of the program fails, would have to be started again, which is counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.runtime.game import Launch
from ludens.experiments.experiment import AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, numbers, quantile, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.chess.experiments.referee import ChessReferee
from ludens.games.chess.options import ChessPlayOptions
from ludens.games.chess.play import CHESS, GAME, played
from ludens.games.chess.rules.pgn import pgn_of
from ludens.robots.iiwa.noise import load_noise
from ludens.table.lineup import PersonOption
from ludens.table.referee import play_to_end, refereed, totals

STUCK_S = 240.0
"""Of simulated time without a ply: such a game has stopped for good."""
COUNTED = (
    "positions",
    "wrong_positions",
    "misread_slots",
    "slips",
    "repaired",
    "asked_about",
    "pleas",
    "refusals",
    "troubles",
    "faults",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChessGamesOptions:
    """Who plays whom, and for how long."""

    strong: Annotated[int, Meta(ge=0, le=10, description="Level of the side that shall win.")] = 6
    weak: Annotated[int, Meta(ge=0, le=10, description="Level of the other side.")] = 1
    plies: Annotated[int, Meta(ge=1, le=1000, description="Longer games are broken off.")] = 250
    person: PersonOption = "perfect"


def games_trial(request: TrialRequest[ChessGamesOptions]) -> Row:
    """One game, from the calibration of the table to the mate."""
    options = request.options
    arm_is_white, arm_is_strong = request.seed % 2 == 0, request.seed // 2 % 2 == 0
    levels = (options.strong, options.weak) if arm_is_strong else (options.weak, options.strong)
    play = ChessPlayOptions(
        white="engine" if arm_is_white else "person",
        black="person" if arm_is_white else "engine",
        level=levels[0],
        person_level=levels[1],
        person=options.person,
        noise=request.noise,
    )
    launch = Launch(GAME, CHESS, play, request.seed, Configuration.load(CHESS.sections()))
    with refereed(launch, ChessReferee) as (run, referee):
        is_stuck = play_to_end(run, referee, stuck_s=STUCK_S, most_turns=options.plies)
        record = played(run).record
    ending = record.ending
    begun_s = referee.plies_s[0] if referee.plies_s else run.time_s
    return {
        "arm_plays": "white" if arm_is_white else "black",
        "stronger": "arm" if arm_is_strong else "person",
        "finished": ending is not None,
        "how": "" if ending is None else ending.how.name.lower(),
        "restarts": int(is_stuck or referee.counts["faults"] > 0),
        "plies": len(record.moves),
        "simulated_s": round(run.time_s, 1),
        "ply_median_s": quantile(np.diff(referee.plies_s).tolist(), 0.5),
        "begun_s": round(begun_s, 1),
        **{name: referee.counts[name] for name in COUNTED},
        "open_slips": int(referee.has_slipped),
        "remarks": [*referee.remarks],
        "pgn": pgn_of(record, {}),
    }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """All games together."""
    sums = totals(rows, "plies", "restarts", "open_slips", *COUNTED)
    plies, restarts = sums["plies"], sums["restarts"] + sum("error" in row for row in rows)
    return {
        "games": len(rows),
        **rate(rows, "finished"),
        "restarts": restarts,
        "restarts_a_ply": restarts / plies if plies else None,
        "plies": plies,
        "plies_median": quantile(numbers(rows, "plies"), 0.5),
        **{name: sums[name] for name in COUNTED},
        "wrong_positions": mishaps(rows, "wrong_positions"),
        "open_slips": mishaps(rows, "open_slips"),
        "ply_median_s": quantile(numbers(rows, "ply_median_s"), 0.5),
        "simulated_s": sum(numbers(rows, "simulated_s")),
    }


def check(_: ChessGamesOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


GAMES = Experiment(
    name="chess-games",
    summary="Chess: whole games of an engine with the arm against an engine with a person's hand.",
    trial="ludens.games.chess.experiments.games:games_trial",
    options=ChessGamesOptions,
    summarise=summarise,
    # The final test: 20 moves, 10 of each player; in 4 of them the program had to be started again.
    paper={"games": 1, "plies": 20, "restarts": 4, "restarts_a_ply": 4 / 20},
    goal={"restarts": AtMost(0), "wrong_positions": AtMost(0), "open_slips": AtMost(0)},
    check=check,
    default_trials=50,
)
