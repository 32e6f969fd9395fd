"""Controls of a person over the humanoid: requests go to the controls, shoves go to the simulated world."""

import math
from functools import partial
from typing import Literal

from ludens.core.errors import LudensError
from ludens.core.runtime.run import Run
from ludens.drivers.remote import remote_behind
from ludens.sim.nao.world import NaoWorld
from ludens.studio.page import GameButton, StickPosition
from ludens.workbench.world import world_behind

FULL_SPEED = (0.22, 0.14, 0.9)
"""Forward and sideways in m/s, turning in rad/s, with the stick held out: what the walk does with ease."""
PUSH_NS = 1.0
FALL_NS = 4.0
SIDES = {
    "front": (math.pi, "arrow_downward"),
    "back": (0.0, "arrow_upward"),
    "left": (-math.pi / 2, "arrow_forward"),
    "right": (math.pi / 2, "arrow_back"),
}
"""Whence, as the robot sees it: which way it is driven then, and an arrow as on the balance picture."""


def drive(run: Run, robot: str, stick: StickPosition) -> None:
    """Walk as the stick is held; whatever else was wanted ends."""
    remote = remote_behind(run.driver)
    forward, left, turn = FULL_SPEED
    moves = any((stick.forward, stick.left, stick.turn))
    if moves and remote.commanded(robot).motion != "walk":
        remote.ask(robot, motion="walk")
    remote.drive(
        robot,
        forward_mps=forward * stick.forward,
        left_mps=left * stick.left,
        turn_radps=turn * stick.turn,
        lasts_s=stick.lasts_s,
    )


def play_motion(run: Run, robot: str, name: str) -> str:
    """Ask for a motion by its name."""
    remote_behind(run.driver).ask(robot, motion=name)
    return f"Asked for '{name}'."


def motions() -> tuple[GameButton, ...]:
    """Buttons for what a body does; the dispatcher finds the way from one posture to the next."""
    return tuple(
        GameButton(label, partial(play_motion, name=motion), icon=icon, hint=hint)
        for label, motion, icon, hint in (
            ("Stand", "walk", "accessibility_new", "Stand, ready to walk; from wherever it is"),
            ("Squat", "squat", "vertical_align_bottom", "Crouch low"),
            ("Sit", "sit", "event_seat", "Sit down on the floor"),
            ("Rest", "relax", "hotel", "Go to a posture that holds by itself, then let all joints go limp"),
        )
    )


def kicks() -> tuple[GameButton, ...]:
    """Buttons for kicks."""
    return tuple(
        GameButton(
            ("Left" if left else "Right") if kind == "forward" else f"Side {'left' if left else 'right'}",
            partial(kick, kind=kind, with_left=left),
            icon="sports_soccer",
        )
        for kind in ("forward", "side")
        for left in (True, False)
    )


def kick(run: Run, robot: str, *, kind: Literal["forward", "side"], with_left: bool) -> str:
    """Ask for one kick."""
    remote_behind(run.driver).ask(robot, motion="kick", kick_kind=kind, kick_with_left=with_left)
    return f"Asked for a kick: {kind}, with the {'left' if with_left else 'right'} foot."


def pushes() -> tuple[GameButton, ...]:
    """Buttons for shoves from four sides."""
    return tuple(
        GameButton(
            side.capitalize(),
            partial(shove, side=side, impulse_ns=PUSH_NS),
            icon=icon,
            hint=f"A shove of {PUSH_NS:g} N·s from the {side}, as the robot sees it",
        )
        for side, (_, icon) in SIDES.items()
    )


def shove(run: Run, robot: str, *, side: str, impulse_ns: float) -> str:
    """Shove the simulated robot at its chest."""
    world = _world(run)
    number = [description.name for description in run.driver.robots].index(robot)
    rotation = world.ground_from_torso(robot=number).rotation
    heading_rad = math.atan2(rotation[1, 0], rotation[0, 0]) + SIDES[side][0]
    impulse = (impulse_ns * math.cos(heading_rad), impulse_ns * math.sin(heading_rad), 0.0)
    world.push(impulse, robot=number)
    return f"Shoved from the {side} with {impulse_ns:g} N·s."


def let_it_fall(run: Run, robot: str) -> str:
    """Shove it so hard that it falls."""
    shove(run, robot, side="back", impulse_ns=FALL_NS)
    return f"Shoved over from the back with {FALL_NS:g} N·s."


def _world(run: Run) -> NaoWorld:
    world = world_behind(run.driver)
    if world is None:
        raise LudensError(
            "Only a simulated robot can be shoved from here; shove the real one by hand, gently."
        )
    return world
