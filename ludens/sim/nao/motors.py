"""The 25 motors of a simulated NAO: commands, which are taken over late, heat, and what is each motor's own.

`MotorGroup` drives them, together with those of all other robots.
"""

from collections import deque

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.robots.nao.fingers import CLOSED_RAD, OPEN_RAD
from ludens.robots.nao.joints import EFFORT_NM, HIGHEST_RAD, INDEX, JOINTS, LOWEST_RAD
from ludens.robots.nao.motors import (
    AMBIENT_C,
    COOLING_TIME_S,
    FULL_CURRENT_A,
    GAIN_NM_PER_RAD,
    HEATING_C_PER_S_A2,
    IDLE_CURRENT_A,
    START_C,
    stiffness_left,
)
from ludens.robots.nao.noise import ServoNoise

HEAT_PERIOD_NS = 100_000_000
"""Heat changes slowly: it is reckoned ten times a second from the mean of the squared currents."""
HANDS = slice(INDEX["LHand"], INDEX["RHand"] + 1)
PLAYS = 0.4, 1.6
"""Of the play that the noise file names: what the tightest and the loosest gear of a robot may have."""
IS_HAND = np.array([joint.endswith("Hand") for joint in JOINTS])

_AMPERES_PER_NM = FULL_CURRENT_A / EFFORT_NM


class NaoMotors:
    """The servos of one robot. Hands count 0 (closed) to 1 (open) here as everywhere outside.

    For the group that drives them: `places` has the rows servo, position, speed; `figures` gain, greatest
    effort and half of the play; `usual` friction and damping of all joints but the hands.
    """

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        robot: str,
        start_rad: FloatArray,
        stiffness: float,
        noise: ServoNoise,
        random: np.random.Generator,
    ) -> None:
        self._data = data
        self._step_s = float(model.opt.timestep)
        self._latency_ns = round(noise.latency_s * 1e9)
        servos = np.array([model.actuator(f"{robot}/{joint}").id for joint in JOINTS])
        positions, speeds = _addresses(model, robot)
        count = len(JOINTS)
        gains = GAIN_NM_PER_RAD * np.clip(1.0 + noise.gain_sigma * random.normal(size=count), 0.5, 1.5)
        efforts = EFFORT_NM * np.clip(1.0 + noise.effort_sigma * random.normal(size=count), 0.6, 1.4)
        self._heating = np.clip(1.0 + noise.heating_sigma * random.normal(size=count), 0.3, 2.0)
        play = noise.play_rad * random.uniform(*PLAYS, size=count)
        slack = noise.finger_play * abs(OPEN_RAD - CLOSED_RAD)
        half_play = np.where(IS_HAND, 0.5 * slack, 0.5 * play)
        self._pending: deque[tuple[int, FloatArray, FloatArray]] = deque()
        self._wanted_stiffness = np.full(count, stiffness)
        self._heat_due_ns = HEAT_PERIOD_NS
        self._heat_steps = 0
        self.temperature_c = np.full(count, START_C)
        self.places = np.array([servos, positions, speeds])
        self.figures = np.array([gains, efforts, half_play])
        geared = speeds[: HANDS.start]
        self.usual = np.array([model.dof_frictionloss[geared], model.dof_damping[geared]])
        start = _inside(start_rad)
        self.remember_in(np.array([start, start, self._wanted_stiffness, np.zeros(count)]))

    def remember_in(self, memory: FloatArray) -> None:
        """Keep target, reference, stiffness and squared current in these rows, which hold them already."""
        self.memory = memory
        self._target, self._reference, self.stiffness, self._squared_a = memory

    @property
    def target_rad(self) -> FloatArray:
        """Where the joints shall go, as far as commands have been taken over."""
        return _outside(self._target)

    @property
    def position_rad(self) -> FloatArray:
        """Where the joints are, exactly."""
        position_rad: FloatArray = self.truth()[0]
        return position_rad

    @property
    def current_a(self) -> FloatArray:
        """Current that the motors draw now."""
        current_a: FloatArray = self.truth()[2]
        return current_a

    def truth(self) -> FloatArray:
        """Return positions, stiffnesses, currents and temperatures, exactly, in the rows of a fresh array."""
        told = np.empty((4, len(JOINTS)))
        _tell(
            told,
            (self._data.qpos, self._data.ten_length, self._data.actuator_force),
            self.places,
            (self.stiffness, self.temperature_c, _AMPERES_PER_NM),
            (CLOSED_RAD, OPEN_RAD, IDLE_CURRENT_A),
        )
        return told

    def command(self, position_rad: FloatArray, stiffness: FloatArray, *, time_ns: int) -> None:
        """Go there as soon as the command is taken over, as far as limits allow."""
        wanted = _taken(position_rad, stiffness, (LOWEST_RAD, HIGHEST_RAD), (CLOSED_RAD, OPEN_RAD))
        self._pending.append((time_ns + self._latency_ns, *wanted))

    def hold(self, *, time_ns: int) -> None:
        """Stop where the servos lead now, with the stiffness there is."""
        self._pending.clear()
        self._target[:] = self._reference

    def take_over(self, time_ns: int) -> None:
        """Take over commands that have been on their way for long enough."""
        while self._pending and self._pending[0][0] <= time_ns:
            _, self._target[:], self._wanted_stiffness = self._pending.popleft()
            self._update_stiffness()

    def warm(self, time_ns: int) -> None:
        """Take a physics step that starts at `time_ns` into account, now and then, as heat."""
        self._heat_steps += 1
        if time_ns >= self._heat_due_ns:
            self._heat(self._heat_steps * self._step_s)
            self._heat_due_ns = time_ns + HEAT_PERIOD_NS
            self._heat_steps = 0

    def _heat(self, elapsed_s: float) -> None:
        """Let the motors warm by what they drew and cool by themselves."""
        mean_squared_a2 = self._squared_a / self._heat_steps * FULL_CURRENT_A**2
        self._squared_a[:] = 0.0
        self.temperature_c += elapsed_s * (
            HEATING_C_PER_S_A2 * self._heating * mean_squared_a2
            - (self.temperature_c - AMBIENT_C) / COOLING_TIME_S
        )
        self._update_stiffness()

    def _update_stiffness(self) -> None:
        self.stiffness[:] = self._wanted_stiffness * stiffness_left(self.temperature_c)


def _addresses(model: mujoco.MjModel, robot: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where positions and speeds of the joints stand: in qpos and qvel, hands in the tendons."""
    positions, speeds = [], []
    for joint in JOINTS:
        if joint.endswith("Hand"):
            tendon = int(model.tendon(f"{robot}/{joint}").id)
            positions.append(tendon)
            speeds.append(tendon)
        else:
            positions.append(int(model.joint(f"{robot}/{joint}").qposadr[0]))
            speeds.append(int(model.joint(f"{robot}/{joint}").dofadr[0]))
    return np.array(positions), np.array(speeds)


def _inside(position: FloatArray) -> FloatArray:
    """Return positions with hands as the fingers' mean angle."""
    inside = np.array(position, dtype=np.float64)
    inside[HANDS] *= OPEN_RAD - CLOSED_RAD
    inside[HANDS] += CLOSED_RAD
    return inside


def _outside(position: FloatArray) -> FloatArray:
    """Return positions with hands from 0 (closed) to 1 (open)."""
    outside = np.array(position)
    outside[HANDS] -= CLOSED_RAD
    outside[HANDS] /= OPEN_RAD - CLOSED_RAD
    return outside


@compiled
def _taken(
    position: FloatArray,
    stiffness: FloatArray,
    limits: tuple[FloatArray, FloatArray],
    fingers: tuple[float, float],
) -> tuple[FloatArray, FloatArray]:
    """Return a command within all limits, with hands as the fingers' mean angle."""
    lowest, highest = limits
    closed, opened = fingers
    count = position.shape[0]
    inside, stiff = np.empty(count), np.empty(count)
    for joint in range(count):
        wanted = min(max(position[joint], lowest[joint]), highest[joint])
        inside[joint] = closed + (opened - closed) * wanted if joint >= count - 2 else wanted
        stiff[joint] = min(max(stiffness[joint], 0.0), 1.0)
    return inside, stiff


@compiled
def _tell(
    told: FloatArray,
    state: tuple[FloatArray, FloatArray, FloatArray],
    places: NDArray[np.int64],
    motors: tuple[FloatArray, FloatArray, FloatArray],
    settings: tuple[float, float, float],
) -> None:
    """Write positions (hands from 0 to 1), stiffnesses, currents and temperatures into four rows."""
    qpos, lengths, forces = state
    stiffness, temperature, amperes = motors
    closed, opened, idle = settings
    count = places.shape[1]
    for motor in range(count):
        place = places[1, motor]
        is_hand = motor >= count - 2
        told[0, motor] = (lengths[place] - closed) / (opened - closed) if is_hand else qpos[place]
        told[1, motor] = stiffness[motor]
        told[2, motor] = idle + amperes[motor] * abs(forces[places[0, motor]])
        told[3, motor] = temperature[motor]
