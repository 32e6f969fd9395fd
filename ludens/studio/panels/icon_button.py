"""A button that is a picture: it says what it does to whoever points at it, and to a screen reader."""

from collections.abc import Callable

from nicegui import ui


def icon_button(icon: str, hint: str, on_click: Callable[[], object], *, mark: str = "") -> ui.button:
    """A round button with a Material icon; `mark` is the name by which tests find it."""
    button = ui.button(icon=icon, on_click=lambda: on_click()).props("flat round dense")
    button.props(f'aria-label="{hint}"')
    if mark:
        button.props(f"data-testid={mark}")
    with button:
        ui.tooltip(hint)
    return button
