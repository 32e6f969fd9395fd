"""Small pictures of moments of a recording, for its time bar and for lists."""

from collections import OrderedDict
from threading import Lock
from typing import Annotated

import cv2
from fastapi import Query, Response

from ludens.core.errors import LudensError
from ludens.core.recording import Recording
from ludens.core.runtime.clock import nanoseconds
from ludens.messages import SceneDescription, ScenePoses
from ludens.studio.film.cameras import FilmCamera
from ludens.studio.film.painter import ScenePainter
from ludens.studio.page import StudioPage, Viewpoint
from ludens.studio.recorded_run import SCENE
from ludens.studio.stage import GameStage

THUMBNAIL_URL = "/thumbnail.jpg"
SIZE_PX = (192, 120)
KEPT = 600
QUALITY = 78
EVERYTHING = Viewpoint(name="All", icon="")


class Thumbnails:
    """Draws moments of the recording that is played, and keeps what it has drawn."""

    def __init__(self, stage: GameStage) -> None:
        self._stage = stage
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, float], bytes] = OrderedDict()
        self._painter: ScenePainter | None = None
        self._painted: tuple[SceneDescription, str] | None = None

    def thumbnail(self, recording: str, time_s: Annotated[float, Query(ge=0.0, le=1e6)]) -> Response:
        """Return a JPEG of a moment; 404 where that recording is not played or shows no scene."""
        session, page = self._stage.session, self._stage.page
        opened = session.recording if session is not None else None
        if session is None or page is None or opened is None or opened.path.name != recording:
            return Response(status_code=404)
        key = (str(opened.path), time_s)
        with self._lock:
            if key not in self._kept:
                try:
                    jpeg = self._drawn(opened, page.of(session.launch.setup.name), time_s)
                except (LudensError, ValueError):  # damaged, nothing to draw with, or closed meanwhile
                    jpeg = None
                if jpeg is None:
                    return Response(status_code=404)
                self._kept[key] = jpeg
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            return Response(
                self._kept[key], media_type="image/jpeg", headers={"cache-control": "max-age=3600"}
            )

    def _drawn(self, recording: Recording, page: StudioPage, time_s: float) -> bytes | None:
        time_ns = recording.start_ns + nanoseconds(time_s)
        found = {item.content.name: item.decode() for item in recording.items_at(time_ns, names=SCENE)}
        scene, poses = found.get(SceneDescription.__qualname__), found.get(ScenePoses.__qualname__)
        if scene is None or poses is None:
            return None
        painter = self._ready(scene, page)
        view = next(iter(page.views), EVERYTHING)
        camera = FilmCamera(view, scene, page.robot_entity, SIZE_PX[0] / SIZE_PX[1])
        pixels = painter.draw(poses, camera.at(poses), hidden=camera.hidden)
        bgr = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR)
        return cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()

    def _ready(self, scene: SceneDescription, page: StudioPage) -> ScenePainter:
        if self._painter is None or self._painted is None or self._painted[0].entities != scene.entities:
            if self._painter is not None:
                self._painter.close()
            self._painter = ScenePainter(
                scene,
                width_px=SIZE_PX[0],
                height_px=SIZE_PX[1],
                floor=page.floor,
                floor_z_m=page.floor_z_m,
            )
            self._painted = (scene, page.title)
        return self._painter
