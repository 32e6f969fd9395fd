"""A person's hand and forearm, which are led and not moved by physics."""

import mujoco

from ludens.geometry import FloatArray
from ludens.sim.parts.model_spec import GROUP_WORLD, ModelSpec

SKIN_RGBA, SLEEVE_RGBA = (0.86, 0.66, 0.54, 1.0), (0.24, 0.34, 0.52, 1.0)
CAPSULE = mujoco.mjtGeom.mjGEOM_CAPSULE
SOFT_S = 0.06
"""Time constant of contacts with flesh, which is softer than what MuJoCo takes things to be."""


def add_person_hand(
    spec: ModelSpec,
    *,
    away_m: FloatArray,
    felt_by: int = 0,
    elbow_m: tuple[float, float, float] = (0.48, 0.02, 0.22),
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
