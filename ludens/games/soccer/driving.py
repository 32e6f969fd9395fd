"""A person at the controls of one robot: stick, kicks, and hands that stay on the carpet."""

from functools import partial

from ludens.core.runtime.run import Run
from ludens.drivers.remote import remote_behind
from ludens.games.soccer.move.legs import LegControlParameters
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.studio.page import ButtonGroup, GameButton, StickPosition

LEGS = LegControlParameters()
FROM_BORDER_M = 0.3
"""Beyond the lines a robot or a ball may still be laid so far."""


def on_carpet(place_m: tuple[float, float], pitch: SoccerField = FIELD_2019) -> tuple[float, float]:
    """The nearest place that is still on a field."""
    x_m, y_m = pitch.half_length_m + FROM_BORDER_M, pitch.half_width_m + FROM_BORDER_M
    return min(max(place_m[0], -x_m), x_m), min(max(place_m[1], -y_m), y_m)


def give_back(run: Run, robot: str) -> str:
    """Let the striker play again."""
    remote_behind(run.driver).ask(robot, motion="walk", takes_over=False)
    return "The striker plays."


def drive(run: Run, robot: str, stick: StickPosition) -> str | None:
    """Walk as the stick is held, with the striker's own speeds at most; whoever holds it takes over."""
    remote = remote_behind(run.driver)
    taking_over = any((stick.forward, stick.left, stick.turn)) and not remote.commanded(robot).takes_over
    if taking_over:
        remote.ask(robot, motion="walk", takes_over=True)
    remote.drive(
        robot,
        forward_mps=LEGS.forward_mps * stick.forward,
        left_mps=LEGS.left_mps * stick.left,
        turn_radps=LEGS.turn_radps * stick.turn,
        lasts_s=stick.lasts_s,
    )
    return "You drive it; the striker waits until you let it play." if taking_over else None


def kick(run: Run, robot: str, *, with_left: bool) -> str:
    """Kick, once."""
    remote_behind(run.driver).ask(robot, motion="kick", kick_with_left=with_left, takes_over=True)
    return f"Asked for a kick with the {'left' if with_left else 'right'} foot."


KICKS = ButtonGroup(
    "Kick",
    tuple(
        GameButton(
            f"{'Left' if left else 'Right'} foot",
            partial(kick, with_left=left),
            icon="sports_soccer",
            hint=f"Kick with the {'left' if left else 'right'} foot",
            key="j" if left else "k",
            pad=4 if left else 5,
        )
        for left in (True, False)
    ),
)
