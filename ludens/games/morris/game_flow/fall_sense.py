"""Whether the body has fallen: to the floor, or against the table, where it neither lies nor stands."""

from ludens.messages import FallReport

REACHES_RAD = 0.62
"""A body whose hands reach over the table leans less on purpose."""
SURE_S = 1.5
"""Who is about to fall lies, stands again or leans on something after so long."""


class FallSense:
    """Follows the reports of a fall. `leans` is said of who has fallen and does not lie on the floor."""

    def __init__(self) -> None:
        self.lies = self.leans = False
        self._since_s: float | None = None

    def feel(self, fall: FallReport | None, *, time_s: float, handles: bool) -> None:
        """Take in the newest report; hands at work lean the body on purpose."""
        if fall is None:
            return
        on_purpose = handles and fall.lean_rad < REACHES_RAD
        if fall.state == "falling" and not on_purpose:
            self._since_s = time_s if self._since_s is None else self._since_s
        else:
            self._since_s = None
        self.leans = self._since_s is not None and time_s - self._since_s > SURE_S
        self.lies = self.leans or fall.state == "fallen"
