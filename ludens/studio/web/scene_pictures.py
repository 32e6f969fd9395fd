"""Pictures of the scene drawn by the server, for browsers that have no 3D."""

from threading import Lock
from typing import Annotated

import cv2
from fastapi import Query, Response

from ludens.core.errors import LudensError
from ludens.messages import SceneDescription
from ludens.studio.film.cameras import FilmCamera
from ludens.studio.film.painter import ScenePainter
from ludens.studio.page import StudioPage, Viewpoint
from ludens.studio.stage import GameStage

PICTURE_URL = "/scene.jpg"
QUALITY = 85
EVERYTHING = Viewpoint(name="All", icon="center_focus_strong")

Pixels = Annotated[int, Query(ge=64, le=1600)]


class ScenePictures:
    """Draws whatever is played, one picture at a time; the painter is kept while the world is the same."""

    def __init__(self, stage: GameStage) -> None:
        self._stage = stage
        self._lock = Lock()
        self._painter: ScenePainter | None = None
        self._painted: tuple[SceneDescription, int, int] | None = None

    def picture(self, view: int = 0, robot: str = "", width: Pixels = 960, height: Pixels = 600) -> Response:
        """Return a JPEG of the world as it is now; 404 while there is none, 503 where it cannot be drawn."""
        session, page = self._stage.session, self._stage.page
        if session is None or page is None:
            return Response(status_code=404)
        page = page.of(session.launch.setup.name)
        description, poses = session.scene.description, session.scene.poses
        if description is None or poses is None:
            return Response(status_code=404)
        views = page.views or (EVERYTHING,)
        chosen = views[view] if 0 <= view < len(views) else views[0]
        camera = FilmCamera(chosen, description, robot or page.robot_entity, width / height)
        with self._lock:
            try:
                painter = self._ready(page, description, width, height)
                pixels = painter.draw(poses, camera.at(poses), hidden=camera.hidden)
            except LudensError as error:
                return Response(str(error), status_code=503, media_type="text/plain")
        bgr = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR)
        jpeg = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        return Response(jpeg, media_type="image/jpeg", headers={"cache-control": "no-store"})

    def _ready(
        self, page: StudioPage, description: SceneDescription, width_px: int, height_px: int
    ) -> ScenePainter:
        wanted = (description, width_px, height_px)
        if (
            self._painter is None
            or self._painted is None
            or self._painted[1:] != wanted[1:]
            or (self._painted[0] is not description)
        ):
            if self._painter is not None:
                self._painter.close()
            self._painter = ScenePainter(
                description,
                width_px=width_px,
                height_px=height_px,
                floor=page.floor,
                floor_z_m=page.floor_z_m,
                smoothing=1,
            )
            self._painted = wanted
        return self._painter
