"""Eyes that cheat: sightings from simulation truth, to try behaviour without vision.

Only setups whose name says `truth` may use them. They keep the camera's field of view and reach, so that the
behaviour has to search and turn as with real eyes.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.module import Module
from ludens.geometry import Pose2, Transform3
from ludens.messages import RoundObject, ScenePoses, Sighting
from ludens.robots.pioneer import CAMERA


@dataclass(frozen=True, slots=True)
class TruthEyesParameters:
    """Whose place is told to whom."""

    robot: Annotated[str, Meta(description="Entity of the scene that looks.")] = "robot"
    entity: Annotated[str, Meta(description="Entity of the scene that is looked at.")] = "ball"
    reach_m: Annotated[float, Meta(gt=0, le=100, description="How far the eyes see.")] = 6.0


class TruthEyes(Module[TruthEyesParameters]):
    """Says where an entity truly is, when the camera could see it."""

    def cycle(self, scene: ScenePoses) -> Sighting:
        """Look up both entities and compare."""
        places = dict(zip(scene.names, range(len(scene.names)), strict=True))
        ground_from_robot = _pose(scene, places[self.parameters.robot])
        seen = _pose(scene, places[self.parameters.entity])
        x_m, y_m = ground_from_robot.inverse().apply(seen.x_m, seen.y_m)
        range_m, bearing_rad = math.hypot(x_m, y_m), math.atan2(y_m, x_m)
        half_view_rad = math.atan2(CAMERA.width_px / 2, CAMERA.focal_x_px)
        if abs(bearing_rad) > half_view_rad or not 0.7 < range_m < self.parameters.reach_m:
            return Sighting(time_s=scene.time_s, found=None)
        return Sighting(
            time_s=scene.time_s,
            found=RoundObject(
                center_px=(0.5 * CAMERA.width_px, 0.5 * CAMERA.height_px),
                radius_px=0.0,
                score=1.0,
                range_m=range_m,
                range_sigma_m=0.01,
                bearing_rad=bearing_rad,
                bearing_sigma_rad=0.002,
            ),
        )


def _pose(scene: ScenePoses, index: int) -> Pose2:
    position, orientation = scene.positions_m[index], scene.orientations[index]
    return Pose2.from_transform3(Transform3.from_quaternion(orientation, translation=position))
