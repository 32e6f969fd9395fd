"""The hip that carries: it gives way under the body, and is turned beforehand by as much as it will.

A body on one leg hangs on that leg's hip, which gives way: its servo is a spring, its gear has play, and the
play lies on the side to which the load pushes. So the other side of the hips sinks, and rises when the feet
change: the torso rolls to the swinging foot, which lands early, and rocks more from step to step. In a gear
whose play nothing brakes it does so until steps are more rocking than walking.

Told minus read angles do not tell it: a servo that is late is as far behind as one that gives way. The torso
does. What it leans more to the right on the left leg than on the right one is twice what the hips let it
sink; a floor that slopes and an accelerometer with a bias lean it alike on both.
"""

from ludens.geometry import FloatArray
from ludens.motion.walk.gait import BodyTargets, GaitPhase
from ludens.robots.nao.joints import INDEX

HIP_ROLLS = INDEX["LHipRoll"], INDEX["RHipRoll"]
INWARDS = 1.0, -1.0
"""Turn of the left and of the right hip that draws up the other side; and which way the torso sinks."""
LEARNS_FROM_SHARE = 0.3
"""Of a step: one leg carries alone."""
LEARNT_S = 0.8
"""In which the torso's lean on a leg is learnt, of such readings."""
USUAL_SINK_RAD = 0.001
"""Of a torso that is carried well."""
GROWS_HZ = 2.5
"""How fast the hips are turned more, per what the torso sinks beyond that: a rad of hip moves it by 0.3."""
MOST_RAD = 0.06
SOUND_RAD, LOOSE_RAD = 0.01, 0.04
"""Turns that sound hips need at most, and from which on they are as loose as can be."""
RISES_UNTIL_SHARE, FALLS_FROM_SHARE = 0.25, 0.85
"""Of a step: the load comes and goes."""


class HipSupport:
    """By how much the hip that carries is turned inwards, in rad."""

    def __init__(self) -> None:
        self.turn_rad = 0.0
        self._lean_rad: list[float | None] = [None, None]  # to the right, on the left and on the right leg

    @property
    def looseness(self) -> float:
        """How loose the hips are, from 0 to 1: the gyroscope damps loose ones, and would rock sound ones."""
        return min(max((self.turn_rad - SOUND_RAD) / (LOOSE_RAD - SOUND_RAD), 0.0), 1.0)

    def learn(self, roll_rad: float, targets: BodyTargets, *, elapsed_s: float) -> None:
        """Take in how the torso leans to the right."""
        if targets.phase is not GaitPhase.STEP or targets.share < LEARNS_FROM_SHARE:
            return
        foot = 0 if targets.left_is_stance else 1
        known_rad = self._lean_rad[foot]
        blend = min(elapsed_s / LEARNT_S, 1.0)
        self._lean_rad[foot] = roll_rad if known_rad is None else known_rad + blend * (roll_rad - known_rad)
        on_left_rad, on_right_rad = self._lean_rad
        if on_left_rad is None or on_right_rad is None:
            return
        sinks_rad = 0.5 * (on_left_rad - on_right_rad)
        turn_rad = self.turn_rad + GROWS_HZ * elapsed_s * (sinks_rad - USUAL_SINK_RAD)
        self.turn_rad = min(max(turn_rad, 0.0), MOST_RAD)

    def hold_up(self, position_rad: FloatArray, targets: BodyTargets) -> None:
        """Turn the hip that carries in `position_rad`."""
        if targets.phase is GaitPhase.STEP:
            foot = 0 if targets.left_is_stance else 1
            rises = targets.share / RISES_UNTIL_SHARE
            falls = (1.0 - targets.share) / (1.0 - FALLS_FROM_SHARE)
            position_rad[HIP_ROLLS[foot]] += INWARDS[foot] * min(rises, falls, 1.0) * self.turn_rad
