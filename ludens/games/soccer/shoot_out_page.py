"""The page of a penalty shoot-out: your robot shoots, then it keeps the goal, in turns."""

from dataclasses import replace
from functools import partial

from ludens.core.runtime.run import Run
from ludens.drivers.remote import remote_behind
from ludens.games.soccer.driving import drive, kick
from ludens.games.soccer.match_page import MATCH_PAGE, match_views
from ludens.games.soccer.shoot_out_play import controls_behind
from ludens.studio.page import ButtonGroup, GameButton, RemoteView, StickPosition, Viewpoint

NOT_YOURS = "It plays by itself in this shot."
NO_GAME = "Only in a game that is being played, not in a recording."


def walk(run: Run, _robot: str, stick: StickPosition) -> str | None:
    """Walk as the stick is held, in the shots that are yours."""
    controls = controls_behind(run.driver)
    if controls is None or not controls.is_yours:
        return NOT_YOURS if any((stick.forward, stick.left, stick.turn)) else None
    return drive(run, controls.robot, stick)


def act(run: Run, _robot: str, *, left: bool) -> str:
    """Kick with a foot when your robot shoots, throw it to a side when it keeps the goal."""
    controls = controls_behind(run.driver)
    if controls is None:
        return NO_GAME
    if not controls.is_yours:
        return NOT_YOURS
    if controls.shoots:
        return kick(run, controls.robot, with_left=left)
    remote_behind(run.driver).ask(
        controls.robot, motion="dive_left" if left else "dive_right", takes_over=True
    )
    return f"It throws itself to the {'left' if left else 'right'}."


def _button(*, left: bool) -> GameButton:
    side, key, pad = ("Left", "j", 4) if left else ("Right", "k", 5)
    return GameButton(
        f"{side}: kick or dive",
        partial(act, left=left),
        icon="west" if left else "east",
        hint=f"Kick with the {side.lower()} foot; as keeper, throw it to the {side.lower()}",
        key=key,
        pad=pad,
    )


SHOOT_OUT_PAGE = replace(
    MATCH_PAGE,
    legend=(
        "A penalty shoot-out: yours is the blue team. When blue shoots, walk it up to the ball (stick, "
        "or W A S D and Q E) until the ball lies before one foot, and kick with that foot: J left, K right. "
        "You have a minute. When red shoots, you keep the goal: step aside, and throw your robot to the left "
        "(J) or right (K) in time.\n\n"
        "● scored, ○ not, ◌ not yet. After three shots each, whoever leads wins; else one shot each goes on "
        "until somebody does. `--you striker` leaves the goal to our keeper, `--you keeper` the shots to our "
        "striker."
    ),
    views=(
        Viewpoint(name="Mark", icon="sports_soccer", position_m=(1.2, -1.9, 1.3), target_m=(3.7, 0.0, 0.2)),
        Viewpoint(name="Goal", icon="shield", position_m=(5.9, 0.0, 1.1), target_m=(3.0, 0.0, 0.2)),
        *match_views(stand_m=(1.5, -5.0, 3.2), above_m=10.5),
    ),
    cards=("map", "remote"),
    tabs=("listing", "buttons", "second-listing", "states"),
    remote=RemoteView(drive=walk, groups=(ButtonGroup("Do", (_button(left=True), _button(left=False))),)),
)
