"""The chest button as a referee: a press penalises the robot, the next one lets it go on."""

from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.messages import FallReport, Penalty, TouchState
from ludens.robots.nao.touch import CHEST_BUTTON


class ChestButton(Module[NoParameters]):
    """Produces `Penalty` where no other referee does. The floor presses it, too: that does not count."""

    def start(self) -> None:
        """Begin unpenalised, with the button up."""
        self._pressed = self._penalised = False

    def cycle(self, now: CycleTime, touch: TouchState | None, falls: FallReport | None) -> Penalty:
        """Tell in every cycle whether the robot is penalised."""
        if touch is not None:
            pressed = CHEST_BUTTON in touch.pressed
            upright = falls is None or falls.state == "upright"
            if pressed and not self._pressed and upright:
                self._penalised = not self._penalised
            self._pressed = pressed
        return Penalty(time_s=now.time_s, penalised=self._penalised)
