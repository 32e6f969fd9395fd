"""The experiment `morris-in-hand`: a hand is held before the camera, and what is in it is told (table 6.3).

Each trial has another robot, room, light and crowd on the board behind. The arm stands as for "show", the
fingers hold a man of either colour, turned and shifted as grasps leave it, or nothing, closed or open.
Posture and man are set, not grasped (that is `morris-grasp`); joints are read with their errors, pictures
have all of theirs. The light is known from the picture of the board before.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludens.experiments.experiment import AtLeast, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.board.measures import SIDES, MorrisMeasures
from ludens.games.morris.experiments.state import random_state
from ludens.games.morris.see.board_eye import BoardEye
from ludens.games.morris.see.colours import MenColours, WhitePlaces
from ludens.games.morris.see.hand_eye import GripInPicture, grip_in_picture, in_hand
from ludens.games.morris.see.men_eyes import MenEyesParameters
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions, station_at
from ludens.geometry import FloatArray, Pose2, Transform3
from ludens.manipulation.postures import SHOWN_RAD
from ludens.messages import CameraImage, CameraPose
from ludens.messages.manipulation import Hand
from ludens.robots.nao.fingers import CLOSED_RAD, FINGERS, OPEN_RAD
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.kinematics import Posture, aim_camera, robot_from_torso
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.noise import load_noise
from ludens.robots.nao.places import BOTTOM_CAMERA, CAMERA, PLACES
from ludens.sim.nao.group import set_joints
from ludens.vision.images import lightest

ARM = ("ShoulderPitch", "ShoulderRoll", "ElbowYaw", "ElbowRoll", "WristYaw")
MIRRORED = np.array([1.0, -1.0, -1.0, -1.0, -1.0])
HELD_M, HELD_RAD = 0.003, 0.15
"""One sigma of how a man is held: off the grip's middle, and turned in it."""
LIGHT_LOOKS_RAD = ((0.0, 0.0), (0.0, -0.12), (0.0, 0.15), (0.3, 0.05), (-0.3, 0.05))
ROBOT = "nao"


@dataclass(slots=True)
class Shown:
    """A robot that shows a hand."""

    world: MorrisWorld
    hand: Hand
    random: np.random.Generator

    def pose(self, *, head_rad: tuple[float, float], finger_rad: float) -> FloatArray:
        """Set joints and fingers; return the joints as their sensors read them."""
        position_rad = stance().copy()
        arm_rad = SHOWN_RAD if self.hand == "left" else MIRRORED * SHOWN_RAD
        for name, angle_rad in zip(ARM, arm_rad.tolist(), strict=True):
            position_rad[INDEX[f"{self.hand[0].upper()}{name}"]] = angle_rad
        position_rad[INDEX["HeadYaw"]], position_rad[INDEX["HeadPitch"]] = head_rad
        model, data = self.world.physics.model, self.world.physics.data
        set_joints(model, data, robot=ROBOT, position_rad=position_rad)
        for finger in FINGERS:
            joint = model.joint(f"{ROBOT}/{self.hand[0].upper()} {finger}")
            data.qpos[int(joint.qposadr[0])] = finger_rad
        self.world.physics.refresh()
        read: FloatArray = position_rad + self.world.robots[0].joint_offsets_rad
        return read

    def hold(self, number: int) -> None:
        """Put a man between the fingers."""
        link = self.world.physics.data.body(f"{ROBOT}/{self.hand[0].upper()}Hand")
        ground_from_hand = Transform3(link.xmat.reshape(3, 3), link.xpos)
        grip = PLACES[f"{self.hand[0].upper()}Grip"].link_from_place
        roll, pitch, yaw = (HELD_RAD * self.random.normal(size=3)).tolist()
        held = Transform3.from_rpy(
            roll_rad=roll, pitch_rad=pitch, yaw_rad=yaw, translation=HELD_M * self.random.normal(size=3)
        )
        ground_from_man = ground_from_hand @ grip @ held
        joint = self.world.physics.model.joint(self.world.men.men[number].body)
        first = int(joint.qposadr[0])
        data = self.world.physics.data
        data.qpos[first : first + 7] = (*ground_from_man.translation, *ground_from_man.quaternion())
        self.world.physics.refresh()

    def picture(self) -> CameraImage:
        """Return a picture of the bottom camera; lost ones are taken again."""
        camera = self.world.robots[0].sources[-1]
        while True:
            for message in camera.capture(self.world.physics.time_ns):
                if isinstance(message, CameraImage):
                    return message


def in_hand_trial(request: TrialRequest[None]) -> Row:
    """One hand, one thing in it."""
    random = np.random.default_rng(request.seed)
    hand: Hand = "left" if random.random() < 0.5 else "right"
    truth = int(random.integers(3))  # nothing, first, second
    men = random_state(random, men=int(random.integers(0, 9)))
    options = MorrisWorldOptions(
        noise=request.noise,
        men=men,
        stations=(station_at(int(random.integers(SIDES))),),
        eyes=("bottom/camera",),
    )
    world = MorrisWorld(options, seed=request.seed)
    try:
        _, _, chances = posed_hand(Shown(world, hand, random), truth)
        if chances is None:
            return {"truth": truth, "hand": hand, "seen": -1, "right": False, "certainty": None}
        seen = int(np.argmax(chances))
        return {
            "truth": truth,
            "hand": hand,
            "seen": seen,
            "right": seen == truth,
            "certainty": round(max(chances), 4),
        }
    finally:
        world.close()


def posed_hand(
    shown: Shown, truth: int
) -> tuple[CameraImage, GripInPicture | None, tuple[float, float, float] | None]:
    """Show a hand with nothing (0) or a man of a colour (1, 2); return the picture and what is told."""
    world, hand = shown.world, shown.hand
    white = _light(shown)
    finger_rad = 0.0 if truth else float(shown.random.choice([CLOSED_RAD, OPEN_RAD]))
    read_rad = shown.pose(head_rad=_aimed(hand, shown), finger_rad=finger_rad)
    if truth:
        standing = {number for there in world.men_on_points().values() for number in there}
        free = [man for man in world.men.men if man.colour == truth - 1 and man.number not in standing]
        shown.hold(free[0].number)
    image = shown.picture()
    grip = grip_in_picture(Posture(read_rad), _place(read_rad), hand, man_m=MorrisMeasures().man_m)
    if grip is None or white is None:
        return image, grip, None
    return image, grip, in_hand(image.pixels_rgb, grip, white=white, colours=_colours())


def _light(shown: Shown) -> FloatArray | None:
    """Look at the board first, as in a game: its white tells the light. Men may hide the marker."""
    measures = MorrisMeasures()
    eye, places = BoardEye(measures), WhitePlaces(measures)
    for head_rad in LIGHT_LOOKS_RAD:
        read_rad = shown.pose(head_rad=head_rad, finger_rad=CLOSED_RAD)
        image = shown.picture()
        lightness = lightest(image.pixels_rgb)
        seen = eye.look(lightness, _place(read_rad), step=Pose2.identity(), still=True)
        white = None if seen is None else places.look(image.pixels_rgb, seen.view)
        if white is not None:
            return white
    return None


def _aimed(hand: Hand, shown: Shown) -> tuple[float, float]:
    posture = Posture(shown.pose(head_rad=(0.0, 0.0), finger_rad=CLOSED_RAD))
    grip = posture.torso_from("LGrip" if hand == "left" else "RGrip")
    aim = aim_camera(grip.translation, PLACES[BOTTOM_CAMERA].link_from_place)
    return aim.yaw_rad, aim.pitch_rad


def _place(position_rad: FloatArray) -> CameraPose:
    """Return where the bottom camera is by joints alone, as it was made."""
    posture, mount = Posture(position_rad), PLACES[BOTTOM_CAMERA].link_from_place
    robot_from_camera = robot_from_torso(posture) @ posture.torso_from_link("Head") @ mount
    return CameraPose(camera=CAMERA, head_from_camera=mount, robot_from_camera=robot_from_camera)


def _colours() -> MenColours:
    known = MenEyesParameters()
    return MenColours.from_light(*(255.0 * np.array(rgb) for rgb in (known.first_rgb, known.second_rgb)))


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How often it was told right, in all, and with a man and without."""
    full = [row for row in rows if row.get("truth") in (1, 2) or "error" in row]
    empty = [row for row in rows if row.get("truth") == 0 or "error" in row]
    return {
        "hands": len(rows),
        **rate(rows, "right"),
        "full_right_rate": rate(full, "right")["right_rate"],
        "empty_right_rate": rate(empty, "right")["right_rate"],
        "certainty_median": quantile(numbers(rows, "certainty"), 0.5),
    }


def check(_: None, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


IN_HAND = Experiment(
    name="morris-in-hand",
    summary="Nine Men's Morris: whether the humanoid sees what is in the hand that it holds before its eyes.",
    trial="ludens.games.morris.experiments.in_hand:in_hand_trial",
    summarise=summarise,
    paper={"right_rate": 0.933},  # table 6.3
    goal={"right_rate": AtLeast(0.995)},
    check=check,
    default_trials=200,
)
