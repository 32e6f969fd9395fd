"""The person: a blue ball on the floor that marks where they stand and, on request, a figure right behind it.

The body is moved by hand, not by forces, so a person stands firm when a ball rolls against them.
"""

import mujoco

from ludens.geometry import FloatArray
from ludens.sim.parts.model_spec import GROUP_WORLD, ModelSpec

TARGET_RADIUS_M = 0.085
BLUE = (0.10, 0.26, 0.78, 1.0)
FIGURE_BEHIND_M = 0.22
"""From the blue ball's centre back to between the heels."""

FIGURE_HEAD_M = (-FIGURE_BEHIND_M, 0.0, 1.66)
FIGURE_HANDS_M = ((-FIGURE_BEHIND_M + 0.055, 0.275, 0.82), (-FIGURE_BEHIND_M + 0.055, -0.275, 0.82))
"""Where head and hands of the figure are, in the frame of the person's body."""
TROUSERS = (0.30, 0.28, 0.28, 1.0)
SHIRT = (0.78, 0.74, 0.68, 1.0)
SKIN = (0.80, 0.62, 0.52, 1.0)
SHOES = (0.18, 0.16, 0.16, 1.0)


def add_person(spec: ModelSpec, *, x_m: float, y_m: float, figure: bool) -> tuple[str, ...]:
    """Add the body `target` and return the names of the geoms that a ball or robot can touch."""
    spec.add_material(name="target", rgba=BLUE, specular=0.6, shininess=0.6, reflectance=0.0)
    body = spec.worldbody.add_body(name="target", pos=(x_m, y_m, 0.0), mocap=True)
    body.add_geom(
        name="target",
        type=mujoco.mjtGeom.mjGEOM_SPHERE,
        pos=(0.0, 0.0, TARGET_RADIUS_M),
        size=(TARGET_RADIUS_M, 0.0, 0.0),
        material="target",
        group=GROUP_WORLD,
    )
    if not figure:
        return ("target",)
    return ("target", *_add_figure(body))


def _add_figure(body: mujoco.MjsBody) -> tuple[str, ...]:
    """Add legs, shoes, trunk, arms and head; the person faces along the body's x, past the blue ball."""
    capsule, box = mujoco.mjtGeom.mjGEOM_CAPSULE, mujoco.mjtGeom.mjGEOM_BOX
    back = -FIGURE_BEHIND_M
    touchable = []
    for side, y_m in (("left", 0.10), ("right", -0.10)):
        leg, shoe = f"target/{side} leg", f"target/{side} shoe"
        _limb(body, leg, (back, y_m, 0.08), (back, 0.8 * y_m, 0.85), 0.065, TROUSERS)
        body.add_geom(
            name=shoe,
            type=box,
            pos=(back + 0.05, y_m, 0.035),
            size=(0.12, 0.045, 0.035),
            rgba=SHOES,
            group=GROUP_WORLD,
        )
        _limb(
            body,
            f"target/{side} arm",
            (back, 2.4 * y_m, 1.38),
            (back + 0.05, 2.7 * y_m, 0.88),
            0.045,
            SHIRT,
        )
        touchable += [leg, shoe]
    body.add_geom(
        name="target/trunk",
        type=capsule,
        fromto=(back, 0.0, 0.98, back, 0.0, 1.32),
        size=(0.15, 0.0, 0.0),
        rgba=SHIRT,
        group=GROUP_WORLD,
    )
    _limb(body, "target/neck", (back, 0.0, 1.45), (back, 0.0, 1.58), 0.05, SKIN)
    body.add_geom(
        name="target/head",
        type=mujoco.mjtGeom.mjGEOM_ELLIPSOID,
        pos=FIGURE_HEAD_M,
        size=(0.10, 0.085, 0.125),
        rgba=SKIN,
        group=GROUP_WORLD,
    )
    return tuple(touchable)


def _limb(
    body: mujoco.MjsBody,
    name: str,
    start: tuple[float, float, float],
    end: tuple[float, float, float],
    radius_m: float,
    colour_rgba: tuple[float, float, float, float],
) -> None:
    body.add_geom(
        name=name,
        type=mujoco.mjtGeom.mjGEOM_CAPSULE,
        fromto=(*start, *end),
        size=(radius_m, 0.0, 0.0),
        rgba=colour_rgba,
        group=GROUP_WORLD,
    )


SKIN_RGBA, SLEEVE_RGBA = (0.86, 0.66, 0.54, 1.0), (0.24, 0.34, 0.52, 1.0)
CAPSULE = mujoco.mjtGeom.mjGEOM_CAPSULE
ELBOW_M = (0.48, 0.02, 0.22)
"""Where the elbow of a hand is, from between its finger tips, unless said otherwise."""
SOFT_S = 0.06
"""Time constant of contacts with flesh, which is softer than what MuJoCo takes things to be."""


def add_person_hand(
    spec: ModelSpec,
    *,
    away_m: FloatArray,
    felt_by: int = 0,
    elbow_m: tuple[float, float, float] = ELBOW_M,
) -> None:
    """Add the hand where it rests; its origin is between the finger tips, the forearm leads to the elbow.

    `felt_by` is the contact type of what feels it; by default nothing does.
    """
    for name, rgba in (("skin", SKIN_RGBA), ("sleeve", SLEEVE_RGBA)):
        spec.add_material(name=name, rgba=rgba, specular=0.1, shininess=0.1, reflectance=0.0)
    hand = spec.worldbody.add_body(name="hand", pos=away_m, mocap=True)
    for name, start, end, radius_m, material in (
        ("thumb", (0.0, -0.026, 0.005), (0.06, -0.02, 0.06), 0.009, "skin"),
        ("finger", (0.0, 0.026, 0.005), (0.07, 0.012, 0.07), 0.008, "skin"),
        ("second finger", (0.01, 0.026, 0.03), (0.07, 0.03, 0.07), 0.008, "skin"),
        ("palm", (0.07, 0.0, 0.07), (0.13, 0.005, 0.09), 0.034, "skin"),
        ("forearm", (0.16, 0.005, 0.10), elbow_m, 0.040, "sleeve"),
    ):
        hand.add_geom(
            name=f"hand {name}",
            type=CAPSULE,
            fromto=(*start, *end),
            size=(radius_m, 0.0, 0.0),
            material=material,
            contype=0,
            conaffinity=felt_by,
            priority=2,
            solref=(SOFT_S, 1.0),
            group=GROUP_WORLD,
        )
