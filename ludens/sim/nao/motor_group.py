"""The motors of all NAOs in a world, driven together: one compiled call for a physics step of ten robots.

The servo leads its joint towards the target no faster than the motor can turn, through a gear with play, with
a torque that is limited by stiffness, by speed and by heat. A worn gear swings freely within its play and
rubs as it is loaded. Commands and heat are each robot's own (`NaoMotors`).
"""

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.robots.nao.joints import EFFORT_NM, SPEED_RADPS
from ludens.robots.nao.motors import DAMPING_NMS_PER_RAD, SPEED_KNEE
from ludens.robots.nao.noise import ServoNoise
from ludens.sim.nao.motors import NaoMotors

STICKS = 0.5
"""By so much more a loaded gear rubs at rest than when it turns faster than `STICKING_RADPS`."""
STICKING_RADPS = 0.1


class MotorGroup:
    """Drives the servos of robots that are in the model."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, *, noise: ServoNoise) -> None:
        self._model, self._data, self._noise = model, data, noise
        self._motors: list[NaoMotors] = []
        # Gears rub and brake as the model says, unless they have free play or rub more under load.
        self._is_worn = noise.play_rad > 0.0 or noise.load_friction > 0.0

    def add(
        self, robot: str, *, start_rad: FloatArray, stiffness: float, random: np.random.Generator
    ) -> NaoMotors:
        """Return the motors of a robot, which are driven from now on."""
        motors = NaoMotors(
            self._model,
            self._data,
            robot=robot,
            start_rad=start_rad,
            stiffness=stiffness,
            noise=self._noise,
            random=random,
        )
        self._motors.append(motors)
        self._lay_out()
        return motors

    def step(self, time_ns: int) -> None:
        """Set servos for the physics step that starts at `time_ns`."""
        for motors in self._motors:
            motors.take_over(time_ns)
        _drive(*self._work)
        if self._is_worn:
            _wear(*self._wear)
        for motors in self._motors:
            motors.warm(time_ns)

    def _lay_out(self) -> None:
        """Lay numbers of all robots beside each other.

        What changes stands in one array, what does not in others, and MuJoCo's own arrays are looked up once:
        compiled code takes a few arrays quicker than many.
        """
        model, data, noise = self._model, self._data, self._noise
        memory = np.array([motors.memory for motors in self._motors])
        for motors, row in zip(self._motors, memory, strict=True):
            motors.remember_in(row)
        places = np.array([motors.places for motors in self._motors])
        figures = np.array([motors.figures for motors in self._motors])
        self._work = (
            (data.qpos, data.qvel, data.ten_length, data.ten_velocity, data.actuator_force),
            places,
            memory,
            figures,
            np.array([DAMPING_NMS_PER_RAD, SPEED_RADPS, EFFORT_NM]),
            (data.ctrl, model.actuator_gainprm, model.actuator_biasprm, model.actuator_forcerange),
            (float(model.opt.timestep), SPEED_KNEE),
        )
        self._wear = (
            (data.qpos, data.qvel, data.actuator_force),
            places,
            memory,
            figures,
            np.array([motors.usual for motors in self._motors]),
            (model.dof_frictionloss, model.dof_damping, model.actuator_biasprm),
            (noise.play_rad > 0.0, noise.load_friction, STICKS, STICKING_RADPS),
        )


@compiled
def _drive(
    state: tuple[FloatArray, ...],
    all_places: NDArray[np.int64],
    all_memory: FloatArray,
    all_figures: FloatArray,
    kinds: FloatArray,
    servo: tuple[FloatArray, FloatArray, FloatArray, FloatArray],
    settings: tuple[float, float],
) -> None:
    """Lead every reference on, and set each servo's target, gains and torque limits.

    Of each robot: `all_places` and `all_figures` as `NaoMotors` has them, `all_memory` target, reference,
    stiffness, squared current. `kinds` are damping, fastest speed and nominal effort of each kind of motor.
    """
    qpos, qvel, lengths, length_speeds, forces = state
    dampings, fastest, nominal = kinds[0], kinds[1], kinds[2]
    controls, gain_parameters, bias_parameters, ranges = servo
    step_s, knee = settings
    for robot in range(all_places.shape[0]):
        places, memory, figures = all_places[robot], all_memory[robot], all_figures[robot]
        servos, positions, speeds = places[0], places[1], places[2]
        target, reference, stiffness, squared = memory[0], memory[1], memory[2], memory[3]
        gains, efforts, half_play = figures[0], figures[1], figures[2]
        for motor in range(servos.shape[0]):
            number = servos[motor]
            is_hand = motor >= servos.shape[0] - 2
            position = lengths[positions[motor]] if is_hand else qpos[positions[motor]]
            speed = length_speeds[speeds[motor]] if is_hand else qvel[speeds[motor]]
            squared[motor] += (forces[number] / nominal[motor]) ** 2
            way = fastest[motor] * step_s
            reference[motor] += min(max(target[motor] - reference[motor], -way), way)
            error = reference[motor] - position
            if abs(error) <= half_play[motor]:
                error = 0.0
            else:
                error -= np.copysign(half_play[motor], error)
            controls[number] = position + error
            stiff = stiffness[motor]
            gain_parameters[number, 0] = gains[motor] * stiff
            bias_parameters[number, 1] = -gains[motor] * stiff
            bias_parameters[number, 2] = -dampings[motor] * stiff
            strong = efforts[motor] * stiff
            share = speed / fastest[motor]
            ranges[number, 0] = -strong * min(max((1.0 + share) / (1.0 - knee), 0.0), 1.0)
            ranges[number, 1] = strong * min(max((1.0 - share) / (1.0 - knee), 0.0), 1.0)


@compiled
def _wear(
    state: tuple[FloatArray, FloatArray, FloatArray],
    all_places: NDArray[np.int64],
    all_memory: FloatArray,
    all_figures: FloatArray,
    all_usual: FloatArray,
    changed: tuple[FloatArray, FloatArray, FloatArray],
    settings: tuple[bool, float, float, float],
) -> None:
    """Let every gear but the hands' swing freely within its play, and rub as it is loaded outside of it.

    Places, memory and figures are as in `_drive`, `all_usual` as `NaoMotors` has it.
    """
    qpos, qvel, forces = state
    frictions, dampings, bias_parameters = changed
    plays, load_friction, sticks, sticking = settings
    for robot in range(all_places.shape[0]):
        places, usual = all_places[robot], all_usual[robot]
        reference, half_play = all_memory[robot, 1], all_figures[robot, 2]
        for motor in range(usual.shape[1]):
            number, joint = places[0, motor], places[2, motor]
            if plays and abs(reference[motor] - qpos[places[1, motor]]) <= half_play[motor]:
                frictions[joint], dampings[joint], bias_parameters[number, 2] = 0.0, 0.0, 0.0
            else:
                share = load_friction * (1.0 + sticks * np.exp(-((qvel[joint] / sticking) ** 2)))
                frictions[joint] = usual[0, motor] + share * abs(forces[number])
                dampings[joint] = usual[1, motor]
