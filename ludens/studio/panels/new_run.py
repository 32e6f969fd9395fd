"""The dialog that asks, before a game begins, how it shall be."""

from collections.abc import Callable, Sequence
from typing import Any

from nicegui import ui

from ludens.studio.panels.option_form import OptionForm
from ludens.studio.questions import Question, Questionnaire

Begin = Callable[[Any, int], None]  # options, seed


def ask_and_begin(
    title: str,
    *,
    options: Any,
    questions: Sequence[Question],
    seed: int,
    check: Callable[[Any], object] | None,
    begin: Begin,
) -> None:
    """Ask for options and seed, with the present ones filled in; Begin waits until everything is right."""
    questionnaire = Questionnaire(options, questions)
    with ui.dialog() as dialog, ui.card().classes("new-run-card"):
        ui.label(title).classes("dialog-title")
        with ui.element("div").classes("new-run-fields"):

            def judge() -> None:
                trouble = questionnaire.trouble(check)
                complaint.set_text(trouble)
                seed_trouble = "" if is_seed(seed_box.value) else "The seed is a whole number from 0 on."
                seed_complaint.set_text(seed_trouble)
                start.set_enabled(not trouble and not seed_trouble)

            OptionForm(questionnaire, judge)
            with ui.element("div").classes("option"):
                ui.label("Seed").classes("option-label")
                with ui.element("div").classes("option-input"):
                    seed_box = ui.number(value=seed, format="%.16g", on_change=judge)
                    seed_box.props("dense outlined").props('data-testid=new-run-seed aria-label="Seed"')
                    seed_complaint = ui.label("").classes("field-error").props('role="alert"')
                    seed_complaint.props("data-testid=new-run-seed-trouble")
                    ui.label("The same number gives the same game again.").classes("option-help")

        def go() -> None:
            dialog.close()
            begin(questionnaire.options(), int(seed_box.value))

        complaint = ui.label("").classes("field-error").props('role="alert" data-testid=new-run-trouble')
        with ui.row().classes("dialog-buttons"):
            ui.button("Cancel", on_click=dialog.close).props("flat no-caps")
            start = ui.button("Begin", icon="play_arrow", on_click=go).props("unelevated no-caps")
            start.props("data-testid=new-run-begin")
    dialog.on("hide", dialog.delete)
    dialog.open()


def is_seed(written: float | None) -> bool:
    """Whether a number that a person has written is a seed."""
    return written is not None and written >= 0 and float(written).is_integer()
