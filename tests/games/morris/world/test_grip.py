"""Friction holds: what fingers have closed on stays where it is in them."""

import numpy as np

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.experiments.hands import HandsAtWork
from ludens.games.morris.world.men import tray_place_m
from ludens.geometry import FloatArray, Pose2, Transform3

STATION = MorrisMeasures().board_from_side(0) @ Pose2(-0.10, 0.0, 0.0)
ASIDE_M = np.array([0.0, -0.0065, 0.0])
MAN = 0


def test_a_man_that_sits_aside_between_the_fingers_does_not_creep_out_of_them() -> None:
    with HandsAtWork(STATION, {}, noise="off", seed=930, random=np.random.default_rng(0)) as work:
        world = work.world

        def place() -> Transform3:
            grip = world.ground_from_grip("left")
            return Transform3(grip.rotation, grip.apply(ASIDE_M))

        def in_hand_m() -> FloatArray:
            return world.ground_from_grip("left").inverse().apply(world.men.ground_from_man(MAN).translation)

        work.ask("accept", "left")
        work.run.run_until(work.run.time_s + 3.0)
        world.hand.give(
            MAN,
            place,
            until=lambda: world.held_by(MAN),
            patience_s=20.0,
            otherwise_m=tray_place_m(world.men.men[MAN]),
            signal=lambda down: world.robots[0].press("left hand back", down=down),
        )
        work.act("accept", "left")
        world.hand.leave()
        assert world.held_by(MAN)
        before_m = in_hand_m()
        work.run.run_until(work.run.time_s + 5.0)
        assert np.linalg.norm(in_hand_m() - before_m) < 0.0008
