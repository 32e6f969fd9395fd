"""What a robot's joints are really told: inside their limits, no faster than they can, safe when in doubt."""

import numpy as np

from ludens.core.errors import LudensError, did_you_mean
from ludens.core.runtime.clock import seconds
from ludens.drivers.lola.layout import PERIOD_NS, Numbers
from ludens.messages import JointCommand
from ludens.robots.nao import INDEX, JOINTS, SPEED_RADPS, within_limits

STEP_RAD = SPEED_RADPS * seconds(PERIOD_NS)
"""How far each joint can go from one answer to the next."""


class JointGuard:
    """Stands between commands and motors.

    Limp at first. A joint that becomes stiff starts from where it is, not from where it was last told to be:
    a robot that was moved by hand does not jump.
    """

    def __init__(self) -> None:
        self._measured_rad: Numbers = np.zeros(len(JOINTS))
        self._wanted_rad: Numbers = np.zeros(len(JOINTS))
        self._told_rad: Numbers = np.zeros(len(JOINTS))
        self._stiffness: Numbers = np.zeros(len(JOINTS))
        self._told_stiffness: Numbers = np.zeros(len(JOINTS))
        self._held = False

    @property
    def is_limp(self) -> bool:
        """Whether no motor was told to do anything."""
        return not self._told_stiffness.any()

    def measure(self, position_rad: Numbers) -> None:
        """Note where the joints are. A reading that is no number is passed over."""
        self._measured_rad = np.where(np.isfinite(position_rad), position_rad, self._measured_rad)

    def tell(self, command: JointCommand) -> None:
        """Take a command for some or all joints; the others go on as they were."""
        unknown = next((name for name in command.names if name not in INDEX), None)
        if unknown is not None:
            raise LudensError(f"A NAO has no joint called '{unknown}'; {did_you_mean(unknown, JOINTS)}")
        if not len(command.names) == len(command.positions_rad) == len(command.stiffnesses):
            raise LudensError(
                f"A command names {len(command.names)} joints, but holds {len(command.positions_rad)} "
                f"positions and {len(command.stiffnesses)} stiffnesses."
            )
        if not (np.isfinite(command.positions_rad).all() and np.isfinite(command.stiffnesses).all()):
            raise LudensError("A command to the joints holds a value that is not a number.")
        places = [INDEX[name] for name in command.names]
        self._wanted_rad[places] = command.positions_rad
        self._stiffness[places] = np.clip(command.stiffnesses, 0.0, 1.0)
        self._held = False

    def hold(self) -> None:
        """Stay where the joints are now, as stiff as they are. Asked again, it does not follow what sags."""
        if not self._held:
            self._wanted_rad = self._measured_rad.copy()
            self._held = True

    def let_go(self, *, left: float) -> None:
        """Hold with only a part of the present stiffness; 0 is limp."""
        self.hold()
        self._stiffness = np.minimum(self._stiffness, left)

    def next(self) -> tuple[Numbers, Numbers]:
        """Positions and stiffnesses of the next answer."""
        start_rad = np.where(self._told_stiffness > 0.0, self._told_rad, self._measured_rad)
        step_rad = np.clip(self._wanted_rad - start_rad, -STEP_RAD, STEP_RAD)
        self._told_rad = within_limits(start_rad + step_rad)
        self._told_stiffness = self._stiffness.copy()
        return self._told_rad, self._told_stiffness
