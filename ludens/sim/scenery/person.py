"""A person as spectators see one: a face, hair and two arms.

A robot's camera sees of a person at a table no more than the hand and the forearm that reach over it, and of
one on the floor a plain figure. The rest is drawn for spectators alone, so that nothing a robot perceives
depends on it.
"""

import math
from dataclasses import dataclass

import numpy as np
from msgspec import structs

from ludens.geometry import FloatArray
from ludens.messages import SceneDescription, SceneEntity, ScenePoses, SceneShape
from ludens.messages.scene import Quaternion
from ludens.sim.scenery.shapes import Rgba, Triple, along, ball, box, disc, limb

SKIN: Rgba = (0.87, 0.67, 0.55, 1.0)
HAIR: Rgba = (0.26, 0.17, 0.11, 1.0)
EYE: Rgba = (0.97, 0.97, 0.96, 1.0)
IRIS: Rgba = (0.20, 0.33, 0.42, 1.0)
LIPS: Rgba = (0.74, 0.42, 0.40, 1.0)
SLEEVE: Rgba = (0.24, 0.34, 0.52, 1.0)
TROUSERS: Rgba = (0.25, 0.26, 0.30, 1.0)
SHOES: Rgba = (0.16, 0.15, 0.15, 1.0)
WOOD: Rgba = (0.55, 0.40, 0.27, 1.0)
STEEL: Rgba = (0.62, 0.64, 0.66, 1.0)

BODY, UPPER_ARM = "person", "person/upper arm"
TORSO_M, SHOULDER_M, UPPER_ARM_M = 0.50, 0.19, 0.30
"""From hips to shoulders; from the middle to a shoulder; from shoulder to elbow."""
HAND, SETTLES_M = "hand", 0.35
"""The simulated hand in a scene, and how far from where it waits it begins to sink to its rest."""
MOST_LEAN_RAD = math.radians(55.0)
LEANS = 40


def face(at_m: Triple, *, skin: Rgba = SKIN, hair: Rgba = HAIR) -> tuple[SceneShape, ...]:
    """Return what makes a face of a head whose middle is here and that looks along x: eyes, nose, hair."""
    x, y, z = at_m
    shapes = [
        ball((0.205, 0.19, 0.17), (x - 0.016, y, z + 0.048), hair, finish="cloth"),
        ball((0.11, 0.19, 0.20), (x - 0.052, y, z + 0.005), hair, finish="cloth"),
        ball((0.036, 0.026, 0.036), (x + 0.098, y, z - 0.022), skin, finish="skin"),
        ball((0.018, 0.058, 0.014), (x + 0.083, y, z - 0.064), LIPS, finish="skin"),
    ]
    for side in (-1.0, 1.0):
        shapes += [
            ball((0.026, 0.036, 0.026), (x + 0.080, y + 0.036 * side, z + 0.012), EYE),
            ball((0.014, 0.018, 0.018), (x + 0.090, y + 0.035 * side, z + 0.011), IRIS),
            box((0.014, 0.042, 0.008), (x + 0.087, y + 0.037 * side, z + 0.037), hair),
            ball((0.038, 0.020, 0.056), (x - 0.008, y + 0.088 * side, z - 0.006), skin, finish="skin"),
        ]
    return tuple(shapes)


def with_face(entity: SceneEntity, *, head_m: Triple, hands_m: tuple[Triple, ...]) -> SceneEntity:
    """Return a plain figure with a face and hands."""
    hands = tuple(ball((0.085, 0.05, 0.11), hand_m, SKIN, finish="skin") for hand_m in hands_m)
    return structs.replace(entity, shapes=(*entity.shapes, *face(head_m), *hands))


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """How somebody sits at a table on the side of positive x, and looks along negative x."""

    x_m: float  # where they would like their hips to be
    hips_z_m: float
    floor_z_m: float
    has_stool: bool  # on which they roll to and fro; otherwise they kneel
    away_m: Triple  # where the simulated hand waits, out of everybody's way
    rest_m: Triple  # where spectators see it lie meanwhile


class PersonAtTable:
    """The body behind a hand that plays: it leans and moves so that its arm reaches the hand's elbow."""

    def __init__(self, seat: Seat, *, elbow_m: Triple) -> None:
        self._seat = seat
        self._elbow_m = np.array(elbow_m)  # in the frame of the hand, which never turns
        self._leans_rad = np.linspace(0.05, MOST_LEAN_RAD, LEANS)

    def added_to(self, scene: SceneDescription) -> SceneDescription:
        """Return the scene with the person in it."""
        upper_arm = limb((0.0, 0.0, 0.0), (0.0, 0.0, UPPER_ARM_M), 0.047, SLEEVE, finish="cloth")
        legs = SceneEntity(name=f"{BODY}/legs", shapes=self._legs())
        entities = (
            SceneEntity(name=BODY, shapes=_torso()),
            SceneEntity(name=UPPER_ARM, shapes=upper_arm),
            legs,
        )
        return structs.replace(scene, entities=(*scene.entities, *entities))

    def placed_in(self, poses: ScenePoses, *, tip_m: FloatArray) -> ScenePoses:
        """Return the poses with those of the person whose finger tips are there."""
        shown_m = self._shown(tip_m)
        elbow_m = shown_m + self._elbow_m
        hips_m, lean_rad, shoulder_m = self._posture(elbow_m)
        # Facing negative x is half a turn about the vertical; then leaning forwards, about the own left.
        half = 0.5 * lean_rad
        leaning: Quaternion = (0.0, -math.sin(half), 0.0, math.cos(half))
        turned: Quaternion = (0.0, 0.0, 0.0, 1.0)
        floor_m = (float(hips_m[0]), float(hips_m[1]), self._seat.floor_z_m)
        places = (_tuple(hips_m), _tuple(shoulder_m), floor_m)
        turns = (leaning, along(elbow_m - shoulder_m), turned)
        positions_m = list(poses.positions_m)
        positions_m[poses.names.index(HAND)] = _tuple(shown_m)
        return structs.replace(
            poses,
            names=(*poses.names, BODY, UPPER_ARM, f"{BODY}/legs"),
            positions_m=(*positions_m, *places),
            orientations=(*poses.orientations, *turns),
        )

    def _shown(self, tip_m: FloatArray) -> FloatArray:
        """Where spectators see the finger tips: as they are, but at rest where they only wait."""
        away_m = np.array(self._seat.away_m)
        part = max(0.0, 1.0 - float(np.linalg.norm(tip_m - away_m)) / SETTLES_M)
        shown: FloatArray = tip_m + part * part * (3.0 - 2.0 * part) * (np.array(self._seat.rest_m) - away_m)
        return shown

    def _posture(self, elbow_m: FloatArray) -> tuple[FloatArray, float, FloatArray]:
        """Hips, lean and shoulder with which the arm is as long as it is, as near to the seat as can be."""
        seat = self._seat
        y_m = float(np.clip(elbow_m[1] - SHOULDER_M, -0.35, 0.15))
        aside_m = y_m + SHOULDER_M - float(elbow_m[1])
        rises_m = seat.hips_z_m + TORSO_M * np.cos(self._leans_rad) - elbow_m[2]
        back_m2 = UPPER_ARM_M**2 - aside_m**2 - rises_m**2
        back_m = np.sqrt(np.maximum(back_m2, 0.0))
        hips_x_m = elbow_m[0] + back_m + TORSO_M * np.sin(self._leans_rad)
        cost = np.abs(hips_x_m - seat.x_m) + 100.0 * np.maximum(-back_m2, 0.0)
        best = int(cost.argmin())
        lean_rad = float(self._leans_rad[best])
        hips_m = np.array((hips_x_m[best], y_m, seat.hips_z_m))
        ahead_m = TORSO_M * np.array((-math.sin(lean_rad), 0.0, math.cos(lean_rad)))
        return hips_m, lean_rad, hips_m + ahead_m + (0.0, SHOULDER_M, 0.0)

    def _legs(self) -> tuple[SceneShape, ...]:
        """Legs in a frame on the floor below the hips, x ahead: on a stool, or kneeling."""
        hips_m = self._seat.hips_z_m - self._seat.floor_z_m
        shapes: list[SceneShape] = []
        for y_m in (-0.10, 0.10):
            if self._seat.has_stool:
                knee, foot = (0.40, 1.5 * y_m, hips_m), (0.34, 1.5 * y_m, 0.07)
                toes = (0.42, 1.5 * y_m, 0.04)
            else:
                knee, foot = (0.06, 1.3 * y_m, 0.07), (-0.36, 1.2 * y_m, 0.06)
                toes = (-0.42, 1.2 * y_m, 0.05)
            shapes += limb((0.0, y_m, hips_m), knee, 0.075, TROUSERS, finish="cloth")
            shapes += limb(knee, foot, 0.055, TROUSERS, finish="cloth")
            shapes.append(ball((0.25, 0.095, 0.09), toes, SHOES, finish="rubber"))
        if self._seat.has_stool:
            shapes.append(disc(0.38, 0.05, (-0.02, 0.0, hips_m - 0.11), WOOD, finish="wood"))
            shapes.append(disc(0.05, hips_m - 0.2, (-0.02, 0.0, 0.5 * hips_m - 0.06), STEEL, finish="metal"))
            shapes.append(disc(0.42, 0.03, (-0.02, 0.0, 0.045), STEEL, finish="metal"))
        return tuple(shapes)


def _torso() -> tuple[SceneShape, ...]:
    """Trunk, head with its face and the arm that rests, in the frame of the hips: x ahead, y to the left."""
    head: Triple = (0.05, 0.0, TORSO_M + 0.22)
    shapes = [
        ball((0.27, 0.36, 0.26), (0.0, 0.0, 0.02), TROUSERS, finish="cloth"),
        ball((0.25, 0.36, 0.48), (0.0, 0.0, 0.24), SLEEVE, finish="cloth"),
        ball((0.24, 0.42, 0.26), (0.0, 0.0, TORSO_M - 0.07), SLEEVE, finish="cloth"),
        *limb((0.0, -SHOULDER_M, TORSO_M), (0.0, SHOULDER_M, TORSO_M), 0.066, SLEEVE, finish="cloth"),
        *limb((0.01, 0.0, TORSO_M + 0.04), (0.03, 0.0, TORSO_M + 0.15), 0.052, SKIN, finish="skin"),
        ball((0.195, 0.165, 0.245), head, SKIN, finish="skin"),
        *face(head),
    ]
    elbow: Triple = (0.03, SHOULDER_M + 0.05, TORSO_M - 0.28)
    wrist: Triple = (0.25, SHOULDER_M - 0.04, TORSO_M - 0.33)
    shapes += limb((0.0, SHOULDER_M, TORSO_M), elbow, 0.047, SLEEVE, finish="cloth")
    shapes += limb(elbow, wrist, 0.040, SLEEVE, finish="cloth")
    shapes.append(
        ball((0.13, 0.075, 0.045), (wrist[0] + 0.07, wrist[1], wrist[2] - 0.005), SKIN, finish="skin")
    )
    return tuple(shapes)


def _tuple(point: FloatArray) -> Triple:
    x, y, z = point.tolist()
    return (x, y, z)
