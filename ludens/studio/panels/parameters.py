"""Every parameter of every module: looked up, edited while the run goes, and saved as a difference."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from nicegui import ui

from ludens.core.configuration import LAYER_NAMES, Configuration, FieldDescription
from ludens.studio.panels.field_editor import FieldEditor
from ludens.studio.panels.panel import Panel
from ludens.studio.plain_values import written

MOST_FOUND = 40


class ParametersPanel(Panel):
    """Sections on the left, the fields of one of them on the right; a search looks through all."""

    title = "Parameters"
    icon = "tune"
    period_s = 0.5

    def build(self) -> None:
        """Search, sections, fields, and the dialog that exports."""
        self._configuration: Configuration | None = None
        self._editors: dict[str, FieldEditor] = {}
        self._section = ""
        self._robot = self.robots.chosen
        with ui.element("div").classes("parameters-split"):
            with ui.element("div").classes("parameters-sections"):
                self._search = ui.input(placeholder="Search", on_change=self._rebuild_fields)
                self._search.props("dense outlined clearable").classes("full").props(
                    "data-testid=parameter-search"
                )
                self._sections = ui.element("div").classes("section-list")
                with ui.row().classes("parameters-buttons"):
                    ui.button("Export difference", icon="ios_share", on_click=self._export).props(
                        "dense flat no-caps"
                    ).props("data-testid=export-difference")
                    self._reset = ui.button("Take all back", icon="undo", on_click=self._take_all_back)
                    self._reset.props("dense flat no-caps")
            self._fields = ui.element("div").classes("parameters-fields")

    def watch(self) -> None:
        """Show the sections of the robot that is chosen now."""
        if self._robot != self.robots.chosen:
            self._robot = self.robots.chosen
            self._begin_anew()

    def update(self) -> None:
        """Follow edits made elsewhere, and the configuration of what is played now."""
        configuration = self.session.launch.configuration
        if configuration is not self._configuration and isinstance(configuration, Configuration):
            self._configuration = configuration
            self._begin_anew()
        fields = self._all_fields()
        for field in fields:
            editor = self._editors.get(field.address)
            if editor is not None:
                editor.refresh(field)
        self._reset.set_enabled(any(field.layer == "live" for field in fields))

    def _begin_anew(self) -> None:
        self._section = next((field.section for field in self._all_fields()), "")
        self._rebuild_sections()
        self._rebuild_fields()

    def _all_fields(self) -> list[FieldDescription]:
        fields = self._configuration.fields() if self._configuration is not None else []
        return [field for field in fields if self.robots.concerns(field.section)]

    def _rebuild_sections(self) -> None:
        self._sections.clear()
        with self._sections:
            for section in dict.fromkeys(field.section for field in self._all_fields()):
                button = ui.element("button").classes("section-button").props('type="button"')
                button.props(f'data-section="{section}"').classes(
                    "chosen" if section == self._section else ""
                )
                with button:
                    ui.label(section)
                button.on("click", lambda section=section: self._choose(section))

    def _choose(self, section: str) -> None:
        self._section = section
        self._search.set_value("")
        self._rebuild_sections()
        self._rebuild_fields()

    def _rebuild_fields(self) -> None:
        if self._configuration is None:
            return
        words = (self._search.value or "").lower().split()
        fields = [field for field in self._all_fields() if _wanted(field, self._section, words)][:MOST_FOUND]
        self._fields.clear()
        self._editors = {}
        with self._fields:
            section = ""
            for field in fields:
                if field.section != section:
                    section = field.section
                    ui.label(section).classes("section-title")
                self._editors[field.address] = FieldEditor(self._configuration, field)
            if not fields:
                ui.label("No parameter has such a name.").classes("empty-words")

    def _take_all_back(self) -> None:
        if self._configuration is not None:
            self._configuration.reset_live()

    def _export(self) -> None:
        configuration = self._configuration
        if configuration is None:
            return
        with ui.dialog() as dialog, ui.card().classes("export-card"):
            ui.label("What differs").classes("dialog-title")
            against = ui.select(
                {name: f"from {name}" for name in LAYER_NAMES if name != "live"}, value="default"
            ).props("dense outlined options-dense")
            whose = ui.select(
                {"": "of all robots", **{name: f"of {name}" for name in self.robots.names if name}}
            )
            whose.set_value("")
            whose.props("dense outlined options-dense").visible = len(self.robots.names) > 1
            listed = ui.element("div").classes("export-list").props("data-testid=differences")

            def difference() -> str:
                return configuration.difference(against.value, robot=whose.value or None)

            def show() -> None:
                listed.clear()
                with listed:
                    differences = list(_listed(tomllib.loads(difference())))
                    for address, value in differences:
                        ui.label(address)
                        ui.label(written(value)).classes("export-value")
                    if not differences:
                        ui.label("Nothing differs.").classes("empty-words")

            def save() -> None:
                ui.download.content(difference(), f"{whose.value or self.session.launch.game.name}.toml")

            against.on_value_change(show)
            whose.on_value_change(show)
            show()
            with ui.row().classes("dialog-buttons"):
                download = ui.button("Download the file", icon="download", on_click=save)
                download.props("flat no-caps data-testid=download-difference")
                ui.button("Close", on_click=dialog.close).props("flat no-caps")
        dialog.on("hide", dialog.delete)
        dialog.open()


def _wanted(field: FieldDescription, section: str, words: list[str]) -> bool:
    if not words:
        return field.section == section
    text = f"{field.address} {field.description}".lower()
    return all(word in text for word in words)


def _listed(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a file of parameters, with its address."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _listed(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value
