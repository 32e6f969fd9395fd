"""The experiment `morris-games`: whole games of the humanoid against a simulated person, as they are played.

Everything is as in `ludens play morris`: the robot sees, decides, walks, is handed men, places, takes, judges
and asks. A referee who knows the truth compares what was seen and what stands; its class says what belongs to
a turn. `still_turns` are those without a walk: a median of few is weak. A game goes to its end or to a number
of turns a side.

The person makes only its own turns, from what really stands on the board. What it did for the robot is in the
row: `helps` and `put_right` were asked for (`cheats_put_right`: after the person's own cheat), and so were
all `men_put_right` after the beginning; `helped` and `nudges` are what it did. A game is `without_help` where
neither help nor putting right was asked for.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.runtime.game import Launch
from ludens.experiments.experiment import AtLeast, AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, numbers, quantile_of, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.experiments.referee import MorrisReferee, median_s
from ludens.games.morris.options import MorrisPlayOptions
from ludens.games.morris.play import GAME, MORRIS
from ludens.games.morris.rules import position_from_fen
from ludens.robots.nao.noise import load_noise
from ludens.table.board_game import Colour
from ludens.table.lineup import PersonOption
from ludens.table.referee import play_to_end, refereed, totals

STUCK_S = 600.0
"""Of simulated time without a turn: such a game has stopped for good."""
COUNTED = (
    "scans",
    "wrong_scans",
    "positions",
    "wrong_positions",
    "helps",
    "put_right",
    "cheats_put_right",
    "men_put_right",
    "troubles",
    "walks",
    "falls",
    "faults",
)

INCIDENTS = (
    "incidents",
    "incidents_noticed",
    "incidents_missed",
    "incidents_excluded",
    "cheats",
    "cheats_noticed",
    "cheats_explained",
    "false_accusations",
)
"""What people did that a robot should notice, and whether it said what had been done."""
DEEDS = ("helped", "nudges")
"""What the person did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MorrisGamesOptions:
    """Against whom, and for how long."""

    person: PersonOption = "average"
    level: Annotated[int, Meta(ge=0, le=10, description="Of the robot.")] = 8
    turns: Annotated[int, Meta(ge=1, le=200, description="A side; longer games are broken off.")] = 30
    fen: Annotated[
        str, Meta(description="FEN from which every game begins; without one from the empty board.")
    ] = ""


def games_trial(request: TrialRequest[MorrisGamesOptions]) -> Row:
    """One game, from the colours to its end."""
    options = request.options
    robot_plays: Colour = "white" if request.seed % 2 == 0 else "black"
    play = MorrisPlayOptions(
        white="engine" if robot_plays == "white" else "person",
        black="person" if robot_plays == "white" else "engine",
        person=options.person,
        level=options.level,
        noise=request.noise,
        turns=2 * options.turns,
        fen=options.fen,
    )
    launch = Launch(GAME, MORRIS, play, request.seed, Configuration.load(MORRIS.sections()))
    with refereed(launch, MorrisReferee) as (run, referee):
        is_stuck = play_to_end(run, referee, stuck_s=STUCK_S)
        time_s = run.time_s
        referee.incidents.end(time_s)
        done = sum((person.counts for person in referee.world.persons), Counter[str]())
    game = referee.game
    turns = () if game is None else game.turns
    counts, incidents = referee.counts, referee.incidents
    return {
        "robot_plays": robot_plays,
        "completed": not is_stuck and (bool(game and game.outcome) or len(turns) >= 2 * options.turns),
        "outcome": "" if game is None else game.outcome,
        "turns": len(turns),
        "without_help": counts["helps"] == counts["put_right"] == 0 and not is_stuck,
        "spoilt": counts["wrong_positions"] > 0,
        "incidents": sum(incidents.made.values()),
        "incidents_noticed": sum(incidents.noticed.values()),
        "incidents_missed": len(incidents.missed),
        "incidents_excluded": len(incidents.excluded),
        "cheats": incidents.made["cheat"],
        "cheats_noticed": incidents.noticed["cheat"],
        "cheats_explained": incidents.explained,
        "false_accusations": incidents.accused_falsely,
        "incidents_by_kind": incidents.words(),
        "touched": referee.touched,
        "turn_median_s": median_s(referee.turns_s),
        "still_turns": len(referee.still_turns_s),
        "still_turn_median_s": median_s(referee.still_turns_s),
        "simulated_s": round(time_s, 1),
        **{name: counts[name] for name in COUNTED},
        **{name: done[name] for name in DEEDS},
        "remarks": [*referee.remarks, *incidents.missed, *incidents.wrong_words],
        "excluded": list(incidents.excluded),
        "played": " ".join(turns),
    }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """All games together."""
    return {
        "games": len(rows),
        **rate(rows, "completed"),
        **rate(rows, "without_help"),
        **rate(rows, "spoilt", wanted=False),
        **totals(rows, *INCIDENTS, "turns", *COUNTED, *DEEDS),
        "incidents_missed": mishaps(rows, "incidents_missed"),
        "wrong_positions": mishaps(rows, "wrong_positions"),
        "turn_median_s": quantile_of(rows, "turn_median_s", 0.5),
        **totals(rows, "still_turns"),
        "still_turn_median_s": quantile_of(rows, "still_turn_median_s", 0.5),
        "simulated_s": sum(numbers(rows, "simulated_s")),
    }


def check(options: MorrisGamesOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded, and a position that is none."""
    load_noise(noise)
    if options.fen:
        position_from_fen(options.fen)


GAMES = Experiment(
    name="morris-games",
    summary="Nine Men's Morris: whole games of the humanoid against a simulated person.",
    trial="ludens.games.morris.experiments.games:games_trial",
    options=MorrisGamesOptions,
    summarise=summarise,
    goal={
        "completed_rate": AtLeast(1.0),
        "without_help_rate": AtLeast(0.9),
        "spoilt_rate": AtMost(0.0),
        "incidents_missed": AtMost(0),
        "still_turn_median_s": AtMost(60.0),
    },
    check=check,
    default_trials=10,
)
