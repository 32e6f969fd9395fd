"""The dialog that makes a film of what has just happened, to keep and to show to others."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

from nicegui import ui

from ludens.studio.film.film import FilmPlan
from ludens.studio.film.job import FilmJob
from ludens.studio.page import StudioPage
from ludens.studio.session import Session

LENGTHS_S = {5: "5 s", 10: "10 s", 20: "20 s"}
KINDS = {"gif": "GIF", "webm": "WebM", "webp": "WebP"}
SIZES_PX = {(480, 300): "small", (640, 400): "medium", (960, 600): "large"}
KIND_HELP = {
    "gif": "Any page and chat shows it, and begins it again at its end.",
    "webm": "A video: the smallest file for its quality.",
    "webp": "Like a GIF, smaller and with all colours; browsers show it.",
}
BEAT_S = 0.3

Plan = Callable[[float, float], FilmPlan]  # from and to which moment


def ask_for_film(session: Session, page: StudioPage, plan: Plan) -> None:
    """Ask how long and in which form; then draw it, say how far that is, and hand it to the browser."""
    scene = session.scene
    description, poses = scene.description, scene.poses
    if description is None or poses is None:
        ui.notify("There is nothing to film yet: start a run first.", type="warning")
        return
    sizes = list(SIZES_PX)
    with ui.dialog().props("persistent") as dialog, ui.card().classes("film-card"):
        ui.label("A film of what has just happened").classes("dialog-title")
        with ui.element("div").classes("film-fields"):
            ui.label("The last").classes("option-label")
            length = ui.toggle(LENGTHS_S, value=10).props("dense no-caps unelevated")
            ui.label("As").classes("option-label")
            kind = ui.toggle(KINDS, value="gif").props("dense no-caps unelevated data-testid=film-kind")
            ui.label("Size").classes("option-label")
            size = ui.toggle({number: SIZES_PX[size] for number, size in enumerate(sizes)}, value=1).props(
                "dense no-caps unelevated"
            )
        help_words = ui.label().classes("option-help").bind_text_from(kind, "value", KIND_HELP.get)
        bar = ui.linear_progress(0.0, show_value=False).props("data-testid=film-progress rounded")
        bar.visible = False
        trouble = ui.label("").classes("field-error").props('role="alert"')
        with ui.row().classes("dialog-buttons"):
            film_page = ui.button("Film the page from now on", icon="screen_share", on_click=dialog.close)
            film_page.props(f"flat no-caps data-testid=film-page data-kind={kind.value}")
            kind.on_value_change(lambda event: film_page.props(f"data-kind={event.value}"))
            # In the browser: it lets a page be filmed only in answer to a click.
            film_page.on(
                "click",
                js_handler=f"""(event) => ludens.filmPage(
                    {json.dumps(_name(page))}, event.target.closest("button").dataset.kind)""",
            )
            ui.button("Close", on_click=dialog.close).props("flat no-caps")
            begin = ui.button("Make the film", icon="movie").props(
                "unelevated no-caps data-testid=film-begin"
            )
    job: FilmJob | None = None

    def start() -> None:
        nonlocal job
        now_s = poses.time_s
        looks = scene.looks(now_s - float(length.value or 10) - 0.2) or [poses]
        wanted = replace(plan(looks[0].time_s, now_s), size_px=sizes[int(size.value or 0)])
        path = Path(mkdtemp(prefix="ludens-film-")) / f"{_name(page)}.{kind.value}"
        begin.set_enabled(False)
        trouble.set_text("")
        bar.visible = True
        job = FilmJob(path, wanted, scene=description, poses=looks, page=page)

    def look() -> None:
        nonlocal job
        if job is None:
            return
        bar.set_value(job.drawn / max(job.total, 1))
        help_words.set_text(f"Drawing picture {min(job.drawn + 1, job.total)} of {job.total} …")
        if job.is_done:
            begin.set_enabled(True)
            bar.visible = False
            trouble.set_text(job.failure)
            help_words.set_text("" if job.failure else "Done: it is among your downloads.")
            if not job.failure:
                ui.download.file(job.path)
            job = None

    begin.on_click(start)
    with dialog:
        ui.timer(BEAT_S, look)
    dialog.on("hide", dialog.delete)
    dialog.open()


def _name(page: StudioPage) -> str:
    """The page's title as the name of a file."""
    return re.sub(r"[^a-z0-9]+", "-", page.title.lower()).strip("-")
