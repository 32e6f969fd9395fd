"""Makes a film beside everything else, and says how far it is."""

import logging
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

from ludens.core.errors import LudensError
from ludens.messages import SceneDescription, ScenePoses
from ludens.studio.film.files import write_film
from ludens.studio.film.film import FilmPlan, pictures_of
from ludens.studio.page import StudioPage

logger = logging.getLogger("ludens.studio")


class FilmJob:
    """One film on its way to a file. All fields may be read from any thread."""

    def __init__(
        self,
        path: Path,
        plan: FilmPlan,
        *,
        scene: SceneDescription,
        poses: Sequence[ScenePoses],
        page: StudioPage,
    ) -> None:
        self.path = path
        self.drawn, self.total = 0, len(plan.times_s())
        self.is_done = False
        self.failure = ""  # why there is no film
        self._plan, self._scene, self._poses, self._page = plan, scene, poses, page
        Thread(target=self._work, name="ludens film", daemon=True).start()

    def _work(self) -> None:
        try:
            pictures = pictures_of(self._plan, self._scene, self._poses, self._page, progress=self._count)
            write_film(self.path, pictures, per_s=self._plan.per_s)
        except LudensError as error:
            self.failure = str(error)
        except Exception as error:
            logger.exception("A film could not be made.")
            self.failure = f"The film could not be made: {type(error).__name__}: {error}"
        self.is_done = True

    def _count(self, drawn: int, total: int) -> None:
        self.drawn, self.total = drawn, total
