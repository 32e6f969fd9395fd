import chess
import numpy as np
import pytest
from msgspec import structs

from ludens.core.task import TaskEnd
from ludens.games.chess.move import ArmMotion
from ludens.games.chess.rules.configuration import home
from ludens.games.chess.rules.places import PiecePlace, in_slot, on_square
from ludens.games.chess.world import ChessWorld, ChessWorldOptions
from ludens.messages import ArmFailure, ArmReport, CarryRequest, JointStates, StopRequest
from ludens.messages.task import TaskState
from ludens.robots.iiwa import HIGHEST_RAD, SPEED_RADPS

TALL_M = 0.020
CLEAR_M = 0.010 + TALL_M + 0.008


class Bench:
    """An arm at the table, moved by the module alone; pieces are where the truth says."""

    def __init__(self, *, seed: int = 901, noise: str = "default") -> None:
        self.world = ChessWorld(ChessWorldOptions(render=False, noise=noise), seed=seed)
        self.world.advance_to(300_000_000)
        self.module = ArmMotion()
        self.number = 0
        self.fastest_radps = np.zeros(7)

    def request(self, piece: int, place: PiecePlace) -> CarryRequest:
        self.number += 1
        base_from_piece = self.world.base_from_board @ self.world.board_from_piece(piece)
        top_m = base_from_piece.translation + np.array([0.0, 0.0, 0.5 * TALL_M])
        target_m = self.world.place_in_base(place) + np.array([0.0, 0.0, TALL_M])
        return CarryRequest(
            time_s=0.0,
            number=self.number,
            origin_m=tuple(top_m.tolist()),
            target_m=tuple(target_m.tolist()),
            thing_m=TALL_M,
            clear_m=CLEAR_M,
        )

    def step(self, request: CarryRequest | None, *, stopped: bool = False) -> ArmReport:
        world = self.world
        (joints,) = world.arm.sources[0].capture(world.physics.time_ns)
        assert isinstance(joints, JointStates)
        stop = StopRequest(time_s=0.0, stopped=stopped)
        command, magnet, report = self.module.cycle(joints, request, stop)
        assert (np.abs(command.positions_rad) <= HIGHEST_RAD).all()
        for one in (command, magnet):
            world.arm.command(one, time_ns=world.physics.time_ns)
        world.advance_to(world.physics.time_ns + 10_000_000)
        self.fastest_radps = np.maximum(self.fastest_radps, np.abs(world.arm.servos.speed_radps))
        return report

    def carry_out(self, request: CarryRequest) -> ArmReport:
        for _ in range(1500):
            report = self.step(request)
            if report.state is not TaskState.BUSY and report.number == request.number:
                return report
        raise AssertionError(f"Not finished after 15 s: {report}")


@pytest.mark.parametrize(
    ("piece", "place"),
    [(25, on_square(chess.F3)), (7, in_slot(chess.BLACK, 15)), (16, on_square(chess.A6))],
)
def test_a_piece_is_carried_to_any_place_and_no_other_is_touched(piece, place):
    bench = Bench(seed=902)

    report = bench.carry_out(bench.request(piece, place))

    assert report.state is TaskState.DONE
    assert bench.world.true_configuration() == home().moved(piece, place)
    middle_m = bench.world.measures.middles()[place.number]
    assert np.hypot(*(bench.world.board_from_piece(piece).translation[:2] - middle_m)) < 0.002
    assert (bench.fastest_radps <= 1.05 * SPEED_RADPS).all()


def test_afterwards_it_goes_to_its_rest():
    bench = Bench()
    bench.carry_out(bench.request(25, on_square(chess.F3)))

    bench.number += 1
    report = bench.carry_out(CarryRequest(time_s=0.0, number=bench.number, clear_m=CLEAR_M))

    assert report.at_rest
    assert report.phase == "resting"


def test_told_to_stop_it_stands_and_keeps_the_piece_then_puts_it_down():
    bench = Bench()
    request = bench.request(25, on_square(chess.F3))
    while bench.step(request).phase != "carrying":
        pass
    for _ in range(60):
        bench.step(request)

    for _ in range(50):
        report = bench.step(request, stopped=True)
    assert (report.state, report.reason) == (TaskState.FAILED, ArmFailure.STOPPED)
    assert report.holds
    assert np.abs(bench.world.arm.servos.speed_radps).max() < 0.01
    assert bench.world.board_from_piece(25).translation[2] > 0.03

    bench.number += 1
    put_down = CarryRequest(
        time_s=0.0, number=bench.number, target_m=request.target_m, thing_m=TALL_M, clear_m=CLEAR_M
    )
    assert bench.carry_out(put_down).state is TaskState.DONE
    assert bench.world.true_configuration() == home().moved(25, on_square(chess.F3))


def test_a_hand_in_the_way_stops_it_at_once():
    bench = Bench()
    request = bench.request(11, on_square(chess.E5))
    over_m = bench.world.place_in_base(on_square(chess.E5)) + np.array([-0.05, 0.0, 0.0])
    bench.world.hand.hover(over_m, seconds=60.0)
    bench.world.advance_to(bench.world.physics.time_ns + 3_000_000_000)

    report = bench.carry_out(request)

    assert (report.state, report.reason) == (TaskState.FAILED, ArmFailure.IN_THE_WAY)
    standing_rad = bench.world.arm.servos.position_rad.copy()
    for _ in range(30):
        bench.step(request)
    assert np.abs(bench.world.arm.servos.position_rad - standing_rad).max() < 0.02


def test_what_is_out_of_reach_is_refused_with_a_sentence_and_nothing_moves():
    bench = Bench()
    before_rad = bench.world.arm.servos.position_rad.copy()
    far = CarryRequest(time_s=0.0, number=1, origin_m=(1.3, 0.0, 0.03), target_m=(0.5, 0.0, 0.03))

    report = bench.carry_out(far)

    assert (report.state, report.reason) == (TaskState.FAILED, ArmFailure.OUT_OF_REACH)
    assert "does not reach" in report.details
    assert np.allclose(bench.world.arm.servos.position_rad, before_rad, atol=1e-3)


def test_a_dead_magnet_leaves_the_piece_where_it_was():
    bench = Bench()
    bench.world.arm.magnet.is_dead = True

    bench.carry_out(bench.request(25, on_square(chess.F3)))

    assert bench.world.true_configuration() == home()


def test_what_is_no_longer_wanted_is_broken_off():
    bench = Bench()
    request = bench.request(25, on_square(chess.F3))
    while bench.step(request).phase != "carrying":
        pass

    report = bench.step(structs.replace(request, cancelled=True))

    assert (report.state, report.reason) == (TaskState.FAILED, TaskEnd.CANCELLED)
    assert (report.phase, report.holds) == ("standing", True)
