"""A film of a scene: which part of its time, from where, how large and how fast; and its pictures."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ludens.messages import SceneDescription, ScenePoses
from ludens.studio.film.cameras import FilmCamera
from ludens.studio.film.painter import Picture, ScenePainter
from ludens.studio.page import StudioPage, Viewpoint

USUAL_SIZE_PX = (640, 400)
USUAL_PER_S = 15.0
JUMP_M = 0.5
"""Farther than anything moves between two looks: it was carried, or another run began."""

Decorate = Callable[[Picture, float], Picture]
"""Adds something to a picture of a moment: what a robot sees, what it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmPlan:
    """What is filmed. Times are those of the run; `speed` is run time over the film's own."""

    from_s: float
    to_s: float
    view: Viewpoint
    robot: str  # the entity that the view means by `{robot}`
    size_px: tuple[int, int] = USUAL_SIZE_PX
    per_s: float = USUAL_PER_S
    speed: float = 1.0

    def times_s(self) -> list[float]:
        """The moments that are drawn."""
        step_s = self.speed / self.per_s
        count = max(1, int((self.to_s - self.from_s) / step_s + 1e-6) + 1)
        return [self.from_s + number * step_s for number in range(count)]


def pictures_of(
    plan: FilmPlan,
    scene: SceneDescription,
    poses: Sequence[ScenePoses],
    page: StudioPage,
    *,
    decorate: Decorate | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[Picture]:
    """Draw one picture after the other; between two looks at the world everything glides."""
    width_px, height_px = plan.size_px
    camera = FilmCamera(plan.view, scene, plan.robot, width_px / height_px)
    times_s = plan.times_s()
    with ScenePainter(
        scene, width_px=width_px, height_px=height_px, floor=page.floor, floor_z_m=page.floor_z_m
    ) as painter:
        for number, time_s in enumerate(times_s, start=1):
            now = poses_at(poses, time_s)
            picture = painter.draw(now, camera.at(now), hidden=camera.hidden)
            yield picture if decorate is None else decorate(picture, time_s)
            if progress is not None:
                progress(number, len(times_s))


def poses_at(poses: Sequence[ScenePoses], time_s: float) -> ScenePoses:
    """Return where everything was at a moment, between the looks before and after it."""
    after = bisect_right(poses, time_s, key=lambda looked: looked.time_s)
    if after == 0 or after == len(poses) or poses[after].names != poses[after - 1].names:
        return poses[max(after - 1, 0)]
    first, second = poses[after - 1], poses[after]
    part = (time_s - first.time_s) / (second.time_s - first.time_s)
    start_m, end_m = np.array(first.positions_m), np.array(second.positions_m)
    before, behind = np.array(first.orientations), np.array(second.orientations)
    behind = np.where(np.sum(before * behind, axis=1, keepdims=True) < 0.0, -behind, behind)
    jumps = np.linalg.norm(end_m - start_m, axis=1, keepdims=True) > JUMP_M
    positions_m = np.where(jumps, start_m, start_m + part * (end_m - start_m))
    turns = np.where(jumps, before, before + part * (behind - before))
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    return ScenePoses(
        time_s=time_s,
        names=first.names,
        positions_m=tuple(map(tuple, positions_m.tolist())),
        orientations=tuple(map(tuple, turns.tolist())),
    )
