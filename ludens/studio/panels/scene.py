"""The world in three dimensions, as a spectator sees it."""

from dataclasses import replace
from functools import partial

from nicegui import ui

from ludens.messages import SceneDescription
from ludens.studio.film.film import FilmPlan
from ludens.studio.page import Viewpoint
from ludens.studio.panels.film import ask_for_film
from ludens.studio.panels.icon_button import icon_button
from ludens.studio.panels.panel import Panel
from ludens.studio.panels.scene_canvas import SceneCanvas

ALL = Viewpoint(name="All", icon="center_focus_strong")


class ScenePanel(Panel):
    """A canvas that fills its card, and a button for each place from which it can be seen."""

    title = "Scene"
    icon = "view_in_ar"
    period_s = 0.3

    def build(self) -> None:
        """Canvas and buttons."""
        self._views = self.page.views or (ALL,)
        self._canvas = SceneCanvas(self._views, floor=self.page.floor, floor_z_m=self.page.floor_z_m)
        self._canvas.classes("scene-canvas").props("data-testid=scene")
        self._words = ui.label("The world appears when the run begins.").classes("empty-words")
        self._chosen = 0
        self._described: SceneDescription | None = None
        self._buttons: list[ui.button] = []
        with ui.element("div").classes("scene-tools"):
            for number, view in enumerate(self._views):
                button = icon_button(view.icon, f"View: {view.name}", partial(self._look, number))
                self._buttons.append(button.classes("viewpoint"))
            ui.element("span").classes("tool-gap")
            icon_button("add_a_photo", "Keep a picture of the scene", self._canvas.keep_still, mark="still")
            icon_button("movie", "Make a film of what has just happened …", self._film, mark="film")
        self._mark(0)

    def watch(self) -> None:
        """Go along with the robot that is chosen now."""
        self._canvas.choose_robot(self._robot)

    def update(self) -> None:
        """Say so while there is nothing to be seen; offer the views that there are."""
        description = self.session.scene.description
        self._words.visible = description is None
        if description is not None and description is not self._described:
            self._described = description
            names = {entity.name for entity in description.entities}
            for view, button in zip(self._views, self._buttons, strict=True):
                beside = (view.follows or view.carrier).replace("{robot}", self._robot)
                button.visible = not beside or beside in names

    @property
    def _robot(self) -> str:
        return self.robots.chosen or self.page.robot_entity

    def _look(self, number: int) -> None:
        self._chosen = number
        self._canvas.choose(number)
        self._mark(number)

    async def _film(self) -> None:
        """Ask for a film, seen from where the person looks now."""
        view = self._views[self._chosen]
        turned = await self._canvas.turned_view()
        if turned is not None:
            view = replace(
                view,
                position_m=turned.position_m,
                target_m=turned.target_m,
                frames=(),
                carrier="",
                field_of_view_deg=turned.field_of_view_deg,
            )

        def plan(from_s: float, to_s: float) -> FilmPlan:
            return FilmPlan(from_s=from_s, to_s=to_s, view=view, robot=self._robot)

        ask_for_film(self.session, self.page, plan)

    def _mark(self, chosen: int) -> None:
        for number, button in enumerate(self._buttons):
            button.classes(**{"add" if number == chosen else "remove": "chosen"})
