"""How long the chess robot's mind takes, on one core: legality with reasons, inference, plans, ways, search.

    python -m benchmarks.chess

Positions of random games, where also castling, en passant and promotion happen. Processor time, after
compiling.
"""

import time
from collections.abc import Callable
from functools import partial

import chess
import click
import numpy as np

from benchmarks.machine import machine
from ludens.games.chess.decide.search import analyse
from ludens.games.chess.experiments.positions import random_position
from ludens.games.chess.move.trajectories import course
from ludens.games.chess.rules.arrangement import arrange, carried_out
from ludens.games.chess.rules.configuration import PieceConfiguration, home
from ludens.games.chess.rules.inference import infer
from ludens.games.chess.rules.legality import reason_against
from ludens.games.chess.rules.physical import plan_of
from ludens.games.chess.rules.places import on_square
from ludens.games.chess.rules.request import candidates
from ludens.games.chess.workcell.arm_setup import REST_RAD
from ludens.games.chess.workcell.measures import PAPER
from ludens.messages import CarryRequest
from ludens.table.search import SearchBudget

GAMES, PLIES = 5, 120
MIDDLE_GAME = "r2q1rk1/ppp2ppp/2n1bn2/2bpp3/4P3/2PP1N1P/PPB2PP1/RNBQR1K1 w - - 0 9"
NODES = 400_000
POSITIONS, WAYS = 40, 200


def main() -> None:
    """Print one line for each thing that is timed."""
    rng = np.random.default_rng(910)
    legality: list[float] = []
    moves: list[float] = []
    refusals: list[float] = []
    plans: list[float] = []
    setups: list[float] = []
    for _ in range(GAMES):
        board, configuration = chess.Board(), home()
        for _ in range(PLIES):
            legal = list(board.legal_moves)
            if not legal:
                break
            for origin, target in rng.integers(64, size=(30, 2)).tolist():
                legality.append(timed(reason_against, board, origin, target))
            for one in legal:
                legality.append(timed(reason_against, board, one.from_square, one.to_square, one.promotion))
            move = legal[int(rng.integers(len(legal)))]
            plans.append(timed(plan_of, board, move, configuration))
            after = carried_out(plan_of(board, move, configuration), configuration)
            moves.append(timed(infer, board, configuration, after))
            refusals.append(timed(infer, board, configuration, disturbed(configuration, rng)))
            setups.append(timed(arrange, chess.Board(), configuration))
            board.push(move)
            configuration = after
    show("legality with its reason", legality)
    show("a person's move inferred", moves)
    show("a disturbance refused", refusals)
    show("plan of piece moves", plans)
    show("start position from anywhere", setups)
    ask_by_kind(rng)
    plan_ways(rng)
    think()
    click.echo(f"one core of {machine()}")


def ask_by_kind(rng: np.random.Generator) -> None:
    """Print how long it takes to say which pieces of a kind may go to a square, or why none."""
    boards = [random_position(rng) for _ in range(POSITIONS)]
    for kind in chess.PIECE_TYPES:
        squares = rng.integers(64, size=(POSITIONS, 30)).tolist()
        asked = [
            timed(candidates, board, kind, at)
            for board, row in zip(boards, squares, strict=True)
            for at in row
        ]
        show(f"which {chess.piece_name(kind)}, or why none", asked)


def plan_ways(rng: np.random.Generator) -> None:
    """Print how long the arm plans to carry a piece from anywhere to anywhere."""
    middles, base_from_board = PAPER.middles(), PAPER.base_from_board()
    ways = []
    for origin, target in rng.integers(64, size=(WAYS + 1, 2)).tolist():
        ends = [
            tuple(base_from_board.apply((*middles[at], PAPER.piece_height_m)).tolist())
            for at in (origin, target)
        ]
        request = CarryRequest(
            time_s=0.0,
            number=1,
            origin_m=ends[0],
            target_m=ends[1],
            thing_m=PAPER.piece_height_m,
            clear_m=0.038,
        )
        ways.append(timed(partial(course, joints_rad=REST_RAD), request))
    show("the arm's way with a piece", ways[1:])  # the first time it is compiled


def timed(action: Callable[..., object], *arguments: object) -> float:
    """Processor seconds of one call."""
    began_s = time.process_time()
    action(*arguments)
    return time.process_time() - began_s


def disturbed(configuration: PieceConfiguration, rng: np.random.Generator) -> PieceConfiguration:
    """Two pieces anywhere else."""
    for piece_id in rng.permutation(32)[:2].tolist():
        configuration = configuration.moved(piece_id, on_square(int(rng.integers(64))))
    return configuration


def show(name: str, durations_s: list[float]) -> None:
    """Print one line, in milliseconds."""
    median, high, worst = (1e3 * float(np.quantile(durations_s, share)) for share in (0.5, 0.99, 1.0))
    times = f"median {median:.3f} ms, 99 % {high:.3f} ms, worst {worst:.3f} ms"
    click.echo(f"{name:30}{len(durations_s):7} × {times}")


def think() -> None:
    """Print how many positions a second our engine looks at."""
    board = chess.Board(MIDDLE_GAME)
    analyse(board, budget=SearchBudget(nodes=1000))
    began_s = time.process_time()
    analysis = analyse(board, budget=SearchBudget(nodes=NODES))
    speed = analysis.nodes / (time.process_time() - began_s) / 1e6
    looked = f"{analysis.depth} plies with {analysis.nodes:,} positions"
    click.echo(f"{'our engine':30}{looked}, {speed:.2f} million a second")


if __name__ == "__main__":
    main()
