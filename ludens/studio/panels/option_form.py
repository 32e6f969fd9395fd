"""The form that is filled in before a game: plain labels, selects, sliders; mistakes are told there."""

from collections.abc import Callable
from typing import Any

from nicegui import ui

from ludens.studio.questions import AskedOption, Questionnaire

FEW = 3  # so many answers stand side by side; more are a list
SHORT = 52  # letters of all answers together; longer ones do not fit side by side
USUAL = "\x00as usual"  # the browser's word for an answer that is left to the game


class OptionForm:
    """Shows a questionnaire and fills it in; `changed` is called after every answer."""

    def __init__(self, questionnaire: Questionnaire, changed: Callable[[], None]) -> None:
        self._questionnaire = questionnaire
        self._changed = changed
        self._complaints: dict[str, ui.label] = {}
        self._fields: dict[str, ui.element] = {}
        usual = [asked for asked in questionnaire.asked if asked.is_usual]
        rare = [asked for asked in questionnaire.asked if not asked.is_usual]
        with ui.element("div").classes("option-form"):
            for asked in usual:
                self._field(asked)
            if rare:
                words = "More options" if usual else "Options"
                with ui.expansion(words, value=not usual).classes("rare-options").props("dense"):
                    for asked in rare:
                        self._field(asked)
        self._show_asked()

    def _field(self, asked: AskedOption) -> None:
        field = ui.element("div").classes("option").props(f'data-option="{asked.name}"')
        self._fields[asked.name] = field
        with field:
            ui.label(asked.label).classes("option-label")
            with ui.element("div").classes("option-input"):
                self._input(asked)
                self._complaints[asked.name] = ui.label("").classes("field-error").props('role="alert"')
                if asked.help:
                    ui.label(asked.help).classes("option-help")

    def _input(self, asked: AskedOption) -> None:
        value = self._questionnaire.value(asked.name)
        named = f'aria-label="{asked.label}"'
        if asked.answers:
            self._choice(asked, value).props(named)
        elif asked.kind == "truth value":
            ui.switch(value=value, on_change=lambda event: self._answer(asked.name, event.value)).props(named)
        elif asked.kind in ("number", "whole number"):
            self._number(asked, value, named)
        else:
            box = ui.input(value=value or "").props(f"dense outlined debounce=300 {named}")
            box.on_value_change(lambda event: self._answer(asked.name, event.value))

    def _choice(self, asked: AskedOption, value: Any) -> ui.toggle | ui.select:
        shown = {USUAL if answer is None else answer: words for answer, words in asked.answers.items()}
        fits = len(shown) <= FEW and sum(map(len, shown.values())) <= SHORT
        make = ui.toggle if fits else ui.select
        choice = make(
            shown,
            value=USUAL if value is None else value,
            on_change=lambda event: self._answer(asked.name, None if event.value == USUAL else event.value),
        )
        flat = "no-caps unelevated padding='5px 14px' toggle-color=primary color=white text-color=dark"
        return choice.props(flat if make is ui.toggle else "dense outlined options-dense")

    def _number(self, asked: AskedOption, value: float | None, named: str) -> None:
        whole = asked.kind == "whole number"

        def answer(written: float | None) -> None:
            is_whole = whole and written is not None and written == int(written)
            self._answer(asked.name, int(written or 0) if is_whole else written)

        if asked.minimum is None or asked.maximum is None or value is None:
            box = ui.number(value=value, format="%.10g", on_change=lambda event: answer(event.value))
            box.props(f'dense outlined debounce=300 suffix="{asked.unit}" {named}')
            return
        step = 1.0 if whole else (asked.maximum - asked.minimum) / 100
        with ui.element("div").classes("option-slider"):
            slider = ui.slider(min=asked.minimum, max=asked.maximum, step=step, value=value).props(named)
            shown = ui.label().classes("slider-value")
        shown.bind_text_from(slider, "value", lambda number: f"{number:.4g} {asked.unit}".strip())
        slider.on_value_change(lambda event: answer(event.value))

    def _answer(self, name: str, value: Any) -> None:
        self._complaints[name].set_text(self._questionnaire.answer(name, value))
        self._show_asked()
        self._changed()

    def _show_asked(self) -> None:
        for name, field in self._fields.items():
            field.visible = self._questionnaire.is_asked(name)
