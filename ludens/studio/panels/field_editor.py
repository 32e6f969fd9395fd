"""One parameter as a line that can be edited: value, limits, origin, and what was wrong with an edit."""

from collections.abc import Callable
from typing import Any

from nicegui import ui

from ludens.core.configuration import Configuration, FieldDescription
from ludens.core.errors import LudensError
from ludens.studio.panels.icon_button import icon_button
from ludens.studio.plain_values import read, written

LAYER_COLOURS = {"default": "grey-6", "command line": "purple-5", "live": "primary"}


class FieldEditor:
    """Edits are made at once, on Enter or when the field is left; what is refused is said beside it."""

    def __init__(self, configuration: Configuration, field: FieldDescription) -> None:
        self._configuration = configuration
        self._shown = field
        with ui.element("div").classes("field").props(f'data-parameter="{field.address}"'):
            with ui.element("div").classes("field-name"):
                ui.label(field.key)
                ui.label(field.description).classes("field-description")
            with ui.element("div").classes("field-input"):
                self._input = self._make_input(field)
                self._error = ui.label("").classes("field-error")
            self._slider = self._make_slider(field)
            ui.label(_limits(field)).classes("field-limits")
            with ui.element("div").classes("field-origin"):
                self._layer = ui.badge("").props("outline")
                with self._layer:
                    self._origin = ui.tooltip("")
                self._reset = icon_button("undo", "Take this edit back", self._take_back).props("size=sm")
        self.refresh(field, force=True)

    def refresh(self, field: FieldDescription, *, force: bool = False) -> None:
        """Show what holds now, unless it is shown already."""
        if not force and field == self._shown:
            return
        self._shown = field
        self._input.set_value(_as_shown(field))
        if self._slider is not None:
            self._slider.set_value(field.value)
        self._layer.set_text(field.layer)
        self._layer.props(f"color={LAYER_COLOURS.get(field.layer, 'teal-6')}")
        self._origin.set_text(f"from: {field.origin}")
        self._reset.visible = field.layer == "live"
        self._error.set_text("")

    def _make_input(self, field: FieldDescription) -> Any:
        if field.kind == "truth value":
            return ui.switch(on_change=lambda event: self._edit(event.value))
        if field.kind == "choice":
            return ui.select(list(field.choices), on_change=lambda event: self._edit(event.value)).props(
                "dense outlined options-dense"
            )
        if field.kind in ("number", "whole number"):
            box: ui.number | ui.input = ui.number(format="%.10g").props(
                f'dense outlined suffix="{field.unit}"'
            )
        else:
            box = ui.input(placeholder=_example(field)).props("dense outlined")
        box.on("keydown.enter", lambda: self._edit_written(box.value))
        box.on("blur", lambda: self._edit_written(box.value))
        return box

    def _make_slider(self, field: FieldDescription) -> ui.slider | None:
        if field.kind not in ("number", "whole number") or field.minimum is None or field.maximum is None:
            ui.element("div")
            return None
        step = 1 if field.kind == "whole number" else (field.maximum - field.minimum) / 200
        slider = ui.slider(min=field.minimum, max=field.maximum, step=step, value=field.value)
        slider.props("dense").on(
            "update:model-value",
            lambda: self._edit(_rounded(slider.value)),
            throttle=0.1,
            leading_events=False,
        )
        return slider

    def _edit_written(self, value: Any) -> None:
        if value == _as_shown(self._shown) or value is None:
            return
        if self._shown.kind == "other":
            value = read(value, like=self._shown.default)
        elif self._shown.kind == "whole number" and value == int(value):
            value = int(value)
        self._edit(value)

    def _edit(self, value: Any) -> None:
        if value == self._shown.value:
            self._error.set_text("")
            return
        self._attempt(lambda: self._configuration.edit(self._shown.address, value))

    def _take_back(self) -> None:
        self._attempt(lambda: self._configuration.reset_live(self._shown.address))

    def _attempt(self, change: Callable[[], None]) -> None:
        try:
            change()
        except LudensError as error:
            # The line names the parameter and its value already: what it must be is enough.
            self._error.set_text(str(error).partition(", but ")[2] or str(error))
            return
        fields = (field for field in self._configuration.fields() if field.address == self._shown.address)
        self.refresh(next(fields), force=True)


def _as_shown(field: FieldDescription) -> Any:
    return written(field.value) if field.kind == "other" else field.value


def _example(field: FieldDescription) -> str:
    """How a list or a table is written, where there is none to be seen."""
    if field.kind != "other":
        return ""
    return "name: 1, name: 2" if isinstance(field.default, dict) else "1, 2, 3"


def _rounded(value: Any) -> Any:
    return float(f"{value:.4g}") if isinstance(value, float) else value


def _limits(field: FieldDescription) -> str:
    if field.minimum is None and field.maximum is None:
        return ""
    low = f"{field.minimum:g}" if field.minimum is not None else "…"
    high = f"{field.maximum:g}" if field.maximum is not None else "…"
    return f"{low} – {high}"
