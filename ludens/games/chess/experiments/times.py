"""The experiment `chess-times`: how long each part of the chess robot takes, as the paper's table 4.1 has it.

Thinking is measured in time of one core, so that other programs on the machine do not count; what the arm
does is measured in simulated time, which its real limits set. Speech is measured by `chess-language`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

import chess
import numpy as np
from msgspec import Meta

from ludens.core.runtime.profiling import computing_ns
from ludens.experiments.experiment import AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import quantile, quantile_of
from ludens.experiments.trials import TrialRequest
from ludens.games.chess.experiments.detection import Watcher
from ludens.games.chess.experiments.laboratory import Laboratory
from ludens.games.chess.experiments.positions import random_move, random_position
from ludens.games.chess.game_flow.believed_table import BelievedTable
from ludens.games.chess.move.trajectories import course
from ludens.games.chess.rules.arrangement import PieceMove, carried_out
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.inference import infer
from ludens.games.chess.rules.physical import plan_of
from ludens.games.chess.rules.request import candidates
from ludens.games.chess.workcell.arm_setup import REST_RAD
from ludens.games.chess.world import ChessWorldOptions, start_configuration
from ludens.robots.iiwa.noise import load_noise

REPEATS = 50
"""Of what takes so little time that a clock could not tell."""
POSTURES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class TimesOptions:
    """Conditions of the experiment."""

    frames: Annotated[int, Meta(ge=3, le=500, description="Pictures that are looked at.")] = 20


def times_trial(request: TrialRequest[TimesOptions]) -> Row:
    """One position: look at it, check and infer a move, plan it, and let the arm do it."""
    random = np.random.default_rng(request.seed)
    board = random_position(random)
    move = random_move(board, random)
    options = ChessWorldOptions(noise=request.noise, fen=board.fen(en_passant="fen"), plate=True)
    configuration = start_configuration(options.fen)
    steps = plan_of(board, move, configuration)
    with Laboratory(options, seed=request.seed) as laboratory:
        laboratory.calibrate(postures=POSTURES)
        watcher = Watcher(laboratory)
        watcher.watch(request.options.frames)
        return {
            "detection_ms": quantile(watcher.times_ms[1:], 0.5),
            **_rules_ms(board, configuration, steps, random),
            **_arm_times(laboratory, steps),
        }


def _rules_ms(
    board: chess.Board, before: PieceConfiguration, steps: Sequence[PieceMove], random: np.random.Generator
) -> Row:
    """Check "pawn to e4" and the like for every piece of the kind, and infer what a person did."""
    squares = [int(square) for square in random.integers(64, size=REPEATS)]
    after = carried_out(steps, before)

    def check(kind: chess.PieceType) -> Callable[[int], object]:
        return lambda index: candidates(board, kind, squares[index])

    return {
        "legality_pawn_ms": _taken_ms(check(chess.PAWN)),
        "legality_other_ms": _taken_ms(check(chess.KNIGHT)),
        "inference_ms": _taken_ms(lambda _: infer(board, before, after)),
    }


def _arm_times(laboratory: Laboratory, steps: Sequence[PieceMove]) -> Row:
    """Plan and do the piece moves of one chess move."""
    table = BelievedTable(laboratory.world.measures)
    table.take_in(laboratory.believed, laboratory.calibration)
    planning_ms: list[float] = []
    components_s: list[float] = []
    whole_s: list[float] = []
    for number, step in enumerate(steps, start=1):
        asked = table.carry_request(number, time_s=0.0, piece=step.piece_id, target=step.target)
        course(asked, joints_rad=REST_RAD)  # what is compiled at first need is compiled now
        begun_ns = computing_ns()
        legs = course(asked, joints_rad=REST_RAD)
        planning_ms.append((computing_ns() - begun_ns) * 1e-6)
        components_s += [leg.trajectory.duration_s for leg in legs]
        begun_s = laboratory.time_s
        laboratory.carry_out(asked)
        whole_s.append(laboratory.time_s - begun_s)
    return {
        "planning_ms": max(planning_ms),
        "component_s": quantile(components_s, 0.5),
        "pick_and_place_s": quantile(whole_s, 0.5),
        "pick_and_place_worst_s": max(whole_s),
    }


def _taken_ms(work: Callable[[int], object]) -> float:
    work(0)
    begun_ns = computing_ns()
    for index in range(REPEATS):
        work(index)
    return (computing_ns() - begun_ns) * 1e-6 / REPEATS


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Medians of everything, and the worst of what has a limit."""
    return {
        "detection_median_ms": quantile_of(rows, "detection_ms", 0.5),
        "legality_pawn_median_ms": quantile_of(rows, "legality_pawn_ms", 0.5),
        "legality_other_median_ms": quantile_of(rows, "legality_other_ms", 0.5),
        "inference_median_ms": quantile_of(rows, "inference_ms", 0.5),
        "inference_worst_ms": quantile_of(rows, "inference_ms", 1.0),
        "planning_median_ms": quantile_of(rows, "planning_ms", 0.5),
        "planning_worst_ms": quantile_of(rows, "planning_ms", 1.0),
        "component_median_s": quantile_of(rows, "component_s", 0.5),
        "pick_and_place_median_s": quantile_of(rows, "pick_and_place_s", 0.5),
        "pick_and_place_worst_s": quantile_of(rows, "pick_and_place_worst_s", 1.0),
    }


def check(_: TimesOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


TIMES = Experiment(
    name="chess-times",
    summary="Chess: how long seeing, checking, inferring, planning and carrying take.",
    trial="ludens.games.chess.experiments.times:times_trial",
    options=TimesOptions,
    summarise=summarise,
    paper={
        "detection_median_ms": 180.0,
        "legality_pawn_median_ms": 30.0,
        "legality_other_median_ms": 1.0,
        "planning_median_ms": 2000.0,
        "component_median_s": 1.5,  # "1000 – 2000 ms"
        "pick_and_place_median_s": 30.0,
    },
    goal={
        "detection_median_ms": AtMost(15.0),
        "legality_pawn_median_ms": AtMost(0.2),
        "legality_other_median_ms": AtMost(0.2),
        "inference_worst_ms": AtMost(5.0),
        "planning_worst_ms": AtMost(50.0),
        "pick_and_place_worst_s": AtMost(6.0),
    },
    check=check,
    default_trials=20,
)
