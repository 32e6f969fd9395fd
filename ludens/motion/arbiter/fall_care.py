"""From the moment a body begins to fall until it stands again."""

from collections.abc import Callable
from enum import Enum

from ludens.messages import FallReport, MotionReason, WantedJoints
from ludens.messages.balance import FallDirection
from ludens.motion.arbiter.choice import RELAX, MotionChoice, WayUp

FALL_MOTIONS: dict[FallDirection, str] = {
    "forward": "fall_forward",
    "backward": "fall_backward",
    "left": "fall_left",
    "right": "fall_right",
}
"""The motion file for a fall in each direction."""
LYING: dict[FallDirection, str] = {
    "forward": "lying on the front",
    "backward": "lying on the back",
    "left": "lying on the left side",
    "right": "lying on the right side",
}
UPRIGHT_RAD = 0.25
"""A body that leans less is well: the fall detector needs a while to trust a stand after a lean."""
FALLS_AGAIN_RAD = 0.9
"""While getting up the torso leans far on purpose; from here on, having stood, it falls."""
UPRIGHT_WITHIN_S = 1.2
"""After getting up the fall detector needs a while until it trusts the stand."""


class FallStage(Enum):
    """How far it has come."""

    WELL = "well"
    FALLING = "falling"
    LYING = "lying"
    RISING = "getting up"
    GIVEN_UP = "given up"


class FallCare:
    """Protects, waits until the body lies still, lets it get up, and tries again if that failed.

    `way_up` returns the motion that leads from a lying posture towards standing, if there is one that can be
    done. A body that nobody gets up goes limp and says so; it is well again once it is upright.
    """

    def __init__(self, *, tries: int, settle_s: float, patience_s: float) -> None:
        self.stage = FallStage.WELL
        self._most_tries, self._settle_s, self._patience_s = tries, settle_s, patience_s
        self._since_s = 0.0
        self._tries = self._rises = 0  # all motions, and those that should have ended in a stand
        self._motion = ""
        self._stands = True
        self._why = ""

    def update(
        self,
        report: FallReport,
        played: WantedJoints | None,
        *,
        elapsed_s: float,
        way_up: Callable[[str], WayUp | None],
        may_rise: bool,
        leans_rad: float = 0.0,
    ) -> MotionChoice | None:
        """Take in a cycle; return what must be done, or nothing if the body is well.

        A body that leans up to `leans_rad` on purpose does not fall.
        """
        self._since_s += elapsed_s
        match self.stage:
            case FallStage.WELL:
                if report.state != "upright" and report.lean_rad > max(leans_rad, UPRIGHT_RAD):
                    self._enter(
                        FallStage.FALLING if report.state == "falling" else FallStage.LYING,
                        FALL_MOTIONS[report.direction],
                    )
            case FallStage.FALLING:
                self._falling(report)
            case FallStage.LYING:
                self._lying(report, way_up, may_rise)
            case FallStage.RISING:
                self._rising(report, played)
            case FallStage.GIVEN_UP:
                if report.state == "upright":
                    self._recover()
        return None if self.stage is FallStage.WELL else self._choice()

    def _falling(self, report: FallReport) -> None:
        """Wait for the floor, but not for ever: a body that leans on something neither stands nor lies."""
        if report.state == "upright":
            self._recover()
        elif report.state == "fallen" or self._since_s > self._patience_s:
            self._enter(FallStage.LYING, self._motion)

    def _lying(self, report: FallReport, way_up: Callable[[str], WayUp | None], may_rise: bool) -> None:
        if report.state == "upright":
            self._recover()
        elif self._since_s >= self._settle_s and may_rise:
            if self._motion != FALL_MOTIONS[report.direction]:
                # It came to lie otherwise than it fell: an arm that was to meet the floor is beneath it.
                self._enter(FallStage.LYING, FALL_MOTIONS[report.direction])
                return
            way = way_up(LYING[report.direction])
            if way is None:
                self._give_up(f"there is no way up from {LYING[report.direction]}")
            elif self._tries >= self._most_tries:
                tries = "1 try" if self._tries == 1 else f"{self._tries} tries"
                self._give_up(f"it did not get up in {tries}; {self._why}".rstrip("; "))
            else:
                self._tries += 1
                self._rises += way.stands
                self._stands = way.stands
                self._enter(FallStage.RISING, way.motion)

    def _rising(self, report: FallReport, played: WantedJoints | None) -> None:
        if report.state == "falling" and report.lean_rad > FALLS_AGAIN_RAD:
            self._enter(FallStage.FALLING, FALL_MOTIONS[report.direction])
            return
        if played is None or played.motion != self._motion or not played.finished:
            self._since_s = 0.0
            return
        if report.state == "upright" and not played.failed:
            self._recover()
        elif not self._stands:
            # Another motion for a cycle: should it still lie on its side, the same one can be played again.
            self._enter(FallStage.LYING, FALL_MOTIONS[report.direction])
            self._since_s = self._settle_s  # it rolled over on purpose and need not come to rest first
        elif played.failed or self._since_s > UPRIGHT_WITHIN_S:
            self._why = played.failed.rstrip(".") or f"after '{self._motion}' it did not stand"
            self._enter(FallStage.LYING, FALL_MOTIONS[report.direction])

    def _give_up(self, why: str) -> None:
        self._enter(FallStage.GIVEN_UP, RELAX)
        self._why = why

    def _recover(self) -> None:
        self._enter(FallStage.WELL, "")
        self._tries, self._rises, self._why = 0, 0, ""

    def _enter(self, stage: FallStage, motion: str) -> None:
        self.stage, self._motion, self._since_s = stage, motion, 0.0

    def _choice(self) -> MotionChoice:
        reason, details, attempt = MotionReason.LYING, "", 0
        match self.stage:
            case FallStage.FALLING:
                reason = MotionReason.FALLING
            case FallStage.RISING if not self._stands:
                reason = MotionReason.ROLLING_OVER
            case FallStage.RISING:
                reason, attempt = MotionReason.GETTING_UP, self._rises
            case FallStage.GIVEN_UP:
                reason, details = MotionReason.GIVEN_UP, self._why
        return MotionChoice(self._motion, reason, details, attempt=attempt, at_once=True)
