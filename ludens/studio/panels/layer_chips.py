"""A row of chips, one for each drawing: its colour, its name, and whether it is shown."""

from nicegui import ui

from ludens.studio.drawings import DrawingCollector, short_names


class LayerChips:
    """The legend of a picture, which is also its switchboard."""

    def __init__(self, collector: DrawingCollector) -> None:
        self._collector = collector
        self._row = ui.row().classes("layer-chips")

    def rebuild(self) -> None:
        """Show the layers there are now."""
        self._row.clear()
        names = short_names(self._collector.offered())
        with self._row:
            for path in sorted(names):
                self._chip(path, names[path])

    def _chip(self, path: str, name: str) -> None:
        layer = self._collector.layers[path]
        chip = ui.element("button").classes("layer-chip").props(f'type="button" data-layer="{path}"')
        chip.classes(add="off" if not layer.shown else "")
        with chip:
            ui.element("span").classes("swatch").style(f"background: {layer.colour or 'white'}")
            ui.label(name)
            ui.tooltip(path)

        def toggle() -> None:
            self._collector.switch(path, not layer.shown)
            chip.classes(toggle="off")

        chip.on("click", toggle)
