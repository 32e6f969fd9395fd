"""The page of chess with an arm in the studio."""

from ludens.core.run import Run
from ludens.drivers.inbox import InboxDriver
from ludens.drivers.remote import behind
from ludens.messages.speech import Hypothesis, Utterance
from ludens.studio.page import GameButton, StudioPage


def say(run: Run, text: str) -> str | None:
    """Say something to the robot, as if it were typed."""
    inbox = behind(run.driver, InboxDriver)
    if inbox is None:
        return "Nobody can be talked to here."
    inbox.hand("", Utterance(time_s=0.0, hypotheses=(Hypothesis(text),)))
    return None


def _button(label: str, text: str, icon: str, hint: str) -> GameButton:
    return GameButton(label, lambda run: say(run, text), icon, hint)


PAGE = StudioPage(
    title="Chess with an arm",
    legend=(
        "The arm first shows a plate to the camera to learn where it stands, looks at the board, and plays. "
        "The person's hand moves the other side's pieces; what was done is understood from the pieces alone. "
        "Wrong moves are explained, and what is wrong on the board is put right by the arm or asked for."
    ),
    buttons=(
        _button("Stop", "stop", "front_hand", "The arm stands still at once."),
        _button("Go on", "go on", "play_arrow", "The arm may move again."),
        _button("Hint", "hint", "lightbulb", "A good move, and why."),
        _button("Take back", "take it back", "undo", "Take back your last move."),
    ),
    speed=None,
    map_radius_m=0.6,
    camera_position_m=(1.6, -1.3, 1.1),
    camera_target_m=(0.45, 0.0, 0.15),
)
