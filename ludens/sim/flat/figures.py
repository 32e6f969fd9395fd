"""What bodies and ball of the flat world do, in figures that full physics showed.

Sources: nao-walk, nao-kick, nao-getup and nao-odometry are experiments of ours (`docs/notes/nao-*.md`).
"Traced" are runs of this body on the soccer field in full physics, default noise, of which true poses were
written down ten times a second (seeds 701 to 706).
"""

import math
from dataclasses import dataclass
from itertools import pairwise

from ludens.motion.kick import KickParameters
from ludens.motion.look_at import LookAtParameters
from ludens.motion.walk.parameters import WalkParameters
from ludens.sim.parts.ball import SPL_BALL

Point = tuple[float, float]
Table = tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlatFigures:
    """Defaults are a NAO and a ball under default noise; `scattered(0.0)` has no chance in it."""

    # Walking
    start_s: float = 0.45  # the weight shifts before the first step: traced
    lag_s: float = 0.20  # of the true speed behind the planned one: traced when stopping and turning
    stop_s: float = WalkParameters().shift_s  # from the last step to a stand
    sway_m: float = 0.016  # of the torso to either side, stepping: traced
    gain_sigma: float = 0.035  # each robot's own: nao-walk, 4.2 % forward, 3.6 % sideways, 5.8 % turning
    curve_sigma_rad_per_m: float = 0.13  # each robot's own turn while it walks straight: traced, three robots
    wander_m: float = 0.004  # random walk of one second of stepping: ours
    wander_rad: float = 0.008
    # Odometry
    slip_sigma: float = 0.018  # each robot's own, of the way: nao-walk, 1.8 %
    drift_rad: float = 0.005  # of one second, growing with its root: nao-walk, 0.040 rad in 60 s
    # Kicks
    ready_s: float = 0.25  # from a stand to the kick's own: traced
    strike_late_s: float = KickParameters().lead_s  # joints follow so late
    kick_m: Table = (
        (0.0, 0.28),
        (0.25, 1.45),
        (0.5, 3.33),
        (0.75, 3.9),
        (1.0, 4.8),
    )  # nao-kick-laid, by strength
    in_play: float = 0.93  # share of that where a striker walked up to the ball: traced, 16 kicks
    kick_sigma: float = 0.12  # relative, besides the floor's: nao-kick-laid, worst tenth 3.9 m
    kick_sigma_rad: float = math.radians(0.9)  # nao-kick-laid
    kick_fall: float = 0.003  # nao-kick-laid: none of 100 fell; ours
    step_strike_s: float = 0.10  # from the begin of the kicking step to the strike: traced
    step_kick_m: float = 1.60  # nao-kick --kind in-walk: worst tenth 1.07 m
    step_kick_sigma: float = 0.24
    step_kick_sigma_rad: float = math.radians(1.5)
    foot_half_m: float = 0.04  # of the toe cap, within which it strikes cleanly: `docs/notes/nao-kick.md`
    # Feet at the ball
    toes_m: float = 0.10  # before the torso's shadow: traced, first touch at 0.15 m with the ball's radius
    heels_m: float = 0.06
    feet_half_m: float = 0.095  # both feet side by side
    swing_gain: float = 3.0  # speed of a ball by that of the body that walks into it: traced, 0.6 to 0.7 m/s
    swing_gain_sigma: float = 0.6
    # Falling
    body_radius_m: float = 0.105  # traced: two that push each other stand 0.20 to 0.22 m apart
    push_fall_hz: float = 0.10  # of one that walks against another: traced, 2 falls in some 20 s
    pushed_fall_hz: float = 0.02  # of one that is pushed: traced, none in 8 s; ours
    falling_s: float = 0.67  # until it knows that it lies: traced
    get_up_s: Table = ((9.04, 0.97), (8.36, 0.98))  # nao-getup, front and back: time and rate of success
    get_up_sigma_s: float = 0.1
    upright_share: Point = (0.75, 0.46)  # of that time, until its torso is upright: traced, one of each
    get_up_ahead_m: Point = (0.17, -0.26)  # where it is then, from where it stood: likewise
    get_up_shift_m: float = 0.06  # σ of that: ours
    get_up_turn_rad: float = 0.4  # how far it has turned, σ: traced, 0.1 and 0.6 rad
    lying_slip_m: float = 0.15  # how far odometry is off afterwards, σ: likewise
    lying_drift_rad: float = 0.03
    # A keeper's dives: since when a ball is stopped that passes so far from where the torso's shadow was
    dive_s: Table = (
        (0.13, 0.0),
        (0.16, 0.30),
        (0.18, 0.43),
        (0.22, 0.50),
        (0.28, 0.55),
        (0.34, 0.60),
        (0.40, 0.63),
        (0.46, 0.50),
        (0.52, 0.55),
        (0.58, 0.60),
        (0.64, 0.66),
        (0.70, 0.77),
    )  # traced: lanes as wide as a ball against shapes of the body; four dives of four robots
    dive_leaves_s: float = 0.45  # after which its feet have left the other side: likewise
    dive_opens_m: float = 0.07  # nearer than this they have left its own side too
    dive_opens_s: float = 0.75
    block_half_m: float = 0.06  # of arms, legs and torso, before and behind: ours
    block_bounce: float = 0.3  # off them: ours
    block_lasts_s: float = 2.0  # from its beginning: traced, then it rolls over
    dive_roll_s: float = 2.3  # by how much later than after a fall on the back it stands: traced, 11.3 s
    dive_shift_m: Point = (-0.21, 0.27)  # where it is then, ahead and to the side of the dive: traced, four
    dive_turn_rad: float = -2.0  # how far it has turned then, towards that side: likewise, 1.4 to 2.9 rad
    # Ball
    deceleration_mps2: float = SPL_BALL.deceleration_mps2
    floor_sigma: float = 0.08  # relative, of the deceleration: what the distances of nao-kick leave for it
    bounce: float = 0.5  # off posts and bodies: ours
    # Head
    yaw_radps: float = LookAtParameters().yaw_speed_radps
    pitch_radps: float = LookAtParameters().pitch_speed_radps
    torso_height_m: float = WalkParameters().stand_height_m

    def scattered(self, share: float) -> "FlatFigures":
        """Return the same with so much of its chance."""
        names = [
            name
            for name in self.__dataclass_fields__
            if "sigma" in name or name.startswith(("wander", "drift", "get_up_turn", "get_up_shift", "lying"))
        ]
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        values |= {name: share * values[name] for name in (*names, "kick_fall")}
        return FlatFigures(**values)


def interpolated(table: Table, at: float) -> float:
    """Return a table's value between its rows; beyond them that of the first or last."""
    for (low, first), (high, second) in pairwise(table):
        if at < high:
            return first + (second - first) * max(at - low, 0.0) / (high - low)
    return table[-1][1]
