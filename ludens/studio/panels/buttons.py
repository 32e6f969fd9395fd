"""Boards of a game's own buttons in groups, and lists to choose from."""

from collections.abc import Callable, Iterable
from functools import partial

from nicegui import ui

from ludens.studio.page import ButtonGroup, ButtonsView, ChoiceList, StudioPage
from ludens.studio.panels.panel import Panel
from ludens.studio.robots import RobotChoice
from ludens.studio.session import Session


class ButtonsPanel(Panel):
    """The first board of the page."""

    place = 0

    def __init__(self, session: Session, page: StudioPage, robots: RobotChoice) -> None:
        super().__init__(session, page, robots)
        self._view: ButtonsView = page.buttons_views[self.place]
        self.title, self.icon = self._view.title, self._view.icon

    def build(self) -> None:
        """All groups, one beside the other."""
        with ui.element("div").classes("remote-buttons board-buttons"):
            add_buttons(self, self._view.groups, self._view.choices)


class SecondButtonsPanel(ButtonsPanel):
    """The second board of the page."""

    place = 1


def add_buttons(panel: Panel, groups: Iterable[ButtonGroup], choices: Iterable[ChoiceList]) -> None:
    """Make the elements of groups and lists; what they do is done for the panel's chosen robot."""
    for group in groups:
        _add_group(panel, group)
    for choice in choices:
        _add_choice(panel, choice)


def _add_group(panel: Panel, group: ButtonGroup) -> None:
    with ui.element("div").classes("remote-group"):
        ui.label(group.title).classes("remote-title")
        with ui.element("div").classes("remote-row"):
            for button in group.buttons:
                made = _button(button.label, button.icon, partial(panel.do, button.action), button.hint)
                if button.key:
                    made.props(f'data-key="{button.key.lower()}"')
                    with made:
                        ui.label(button.key.upper()).classes("key-cap")
                if button.pad is not None:
                    made.props(f'data-pad="{button.pad}"')


def _add_choice(panel: Panel, choice: ChoiceList) -> None:
    def offered() -> dict[str, str]:
        """Every option, and how it is shown: files are named with underscores."""
        return {name: name.replace("_", " ") for name in choice.options()}

    names = offered()

    def do() -> None:
        name = select.value
        if name is not None:
            panel.do(lambda run, robot: choice.action(run, robot, str(name)))

    with ui.element("div").classes("remote-group"):
        ui.label(choice.label).classes("remote-title")
        with ui.element("div").classes("remote-row"):
            select = ui.select(names, value=next(iter(names), None))
            select.props("dense options-dense outlined").classes("remote-choice compact-select")
            select.props(f'data-testid="choice-{choice.label.lower()}" aria-label="{choice.label}"')
            select.on("popup-show", lambda: select.set_options(offered()))
            _button(choice.verb, "play_arrow", do, "")


def _button(label: str, icon: str, on_click: Callable[[], None], hint: str) -> ui.button:
    button = ui.button(label, icon=icon, on_click=lambda: on_click())
    button.props("outline dense no-caps size=sm").classes("remote-button")
    if hint:
        button.tooltip(hint)
    return button
