"""Words for a robot at a table, from a page or a terminal: handed in like a sensor's reading."""

from ludens.core.contract.driver import behind
from ludens.core.runtime.run import Run
from ludens.drivers.inbox import InboxDriver
from ludens.messages.speech import Hypothesis, Utterance


def utterance(text: str) -> Utterance:
    """Typed text as something that was said."""
    return Utterance(time_s=0.0, hypotheses=(Hypothesis(text),))


def say(run: Run, robot: str, text: str) -> str | None:
    """Say something to a robot, as if it were typed; a sentence where nobody hears it."""
    return hand_words(run, robot, utterance(text))


def hand_words(run: Run, robot: str, said: Utterance) -> str | None:
    """Let a robot hear something; a sentence where nobody does."""
    inbox = behind(run.driver, InboxDriver)
    if inbox is None:
        return "Nobody can be talked to here."
    inbox.hand(robot, said)
    return None
