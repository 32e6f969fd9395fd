"""The dialog that begins a run with another seed or in another world."""

from dataclasses import asdict
from typing import Any

from nicegui import ui

from ludens.core.configuration import Configuration
from ludens.core.contract.section import Section
from ludens.studio.panels.field_editor import FieldEditor
from ludens.studio.session import Session

SECTION = "world"


def open_new_run(session: Session) -> None:
    """Ask for seed and options, with the present ones filled in; options are checked like parameters."""
    options = session.launch.options
    draft = Configuration([Section("", SECTION, type(options), asdict(options))])
    with ui.dialog() as dialog, ui.card().classes("new-run-card"):
        ui.label("New run").classes("dialog-title")
        seed = ui.number("Seed", value=session.status.seed, format="%d", min=0, precision=0)
        seed.props("dense outlined").props("data-testid=new-run-seed")
        with ui.element("div").classes("new-run-fields"):
            for field in draft.fields():
                FieldEditor(draft, field)

        def begin() -> None:
            wanted: Any = draft.parameters(SECTION)
            session.reset(seed=int(seed.value or 0), options=wanted)
            dialog.close()

        with ui.row().classes("dialog-buttons"):
            ui.button("Begin", icon="play_arrow", on_click=begin).props("unelevated no-caps").props(
                "data-testid=new-run-begin"
            )
            ui.button("Cancel", on_click=dialog.close).props("flat no-caps")
    dialog.on("hide", dialog.delete)
    dialog.open()
