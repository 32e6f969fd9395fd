"""What the keeper of a game notices beside the game: a board that was pushed, a picture that says nothing."""

import math
from typing import TYPE_CHECKING

from ludens.games.chess.keep.complaints import SELDOM_S, Complaints
from ludens.games.chess.keep.pushed import pushed
from ludens.games.chess.keep.watching import Remark
from ludens.messages import CalibrationReport

if TYPE_CHECKING:
    from ludens.games.chess.keep.keeper import Keeper

FOREIGN_S = 3.0
"""A marker of no piece that is seen so long is really there."""


class Notices:
    """Speaks up for the keeper, and sends it where something must be done."""

    def __init__(self, keeper: "Keeper", *, patience_s: float) -> None:
        self._keeper = keeper
        self._patience_s = patience_s
        self._complaints = Complaints(patience_s)
        self._asked: Remark | None = None  # what a person was last asked for
        self._reminds_after_s = patience_s
        self._is_blind = False  # the camera has sent nothing for a while, and that was said
        self._has_failed = False  # the table was looked for in vain, and that was said
        self._foreign_s: float | None = None  # since when there is a marker of no piece; it disturbs nothing

    def all_is_clear(self, time_s: float) -> None:
        """The board could be read; what lies beside it is spoken of once."""
        self._complaints.clear()
        foreign = tuple(one for one in self._keeper.sight.troubles() if one.kind == "foreign")
        if not foreign:
            self._foreign_s = None
        elif self._foreign_s is None:
            self._foreign_s = time_s
        elif time_s - self._foreign_s > FOREIGN_S:
            self._foreign_s = math.inf
            self._keeper.say(self._keeper.game.words.troubles(foreign), time_s, "trouble")

    def asked(self, remark: Remark) -> None:
        """A person was asked for something."""
        if remark != self._asked:
            self._asked, self._reminds_after_s = remark, self._patience_s

    def remind(self, time_s: float) -> None:
        """Ask again, ever more seldom, while nothing is done; of choices the dialogue reminds."""
        keeper, remark = self._keeper, self._asked
        if keeper.states.state != "asking":
            self._asked = None
        elif remark is not None and not remark.choices:
            quiet_since_s = max(keeper.outbox.spoke_s, keeper.states.since_s)
            if time_s - quiet_since_s > self._reminds_after_s:
                self._reminds_after_s = min(2.0 * self._reminds_after_s, SELDOM_S)
                keeper.say(remark.text, time_s, remark.tone)

    def no_picture(self, time_s: float) -> None:
        """Say so when the camera sends nothing for a while."""
        believed = self._keeper.sight.believed
        if believed is None:
            return
        if time_s - believed.time_s <= self._patience_s:
            self._is_blind = False
        elif not self._is_blind:
            self._is_blind = True
            self._keeper.tell("no_picture", time_s, "trouble")

    def calibration(self, report: CalibrationReport, time_s: float) -> None:
        """Say so when camera or board are not found; the reason stands in the report."""
        has_failed, self._has_failed = self._has_failed, report.state == "failed"
        if self._has_failed and not has_failed:
            self._keeper.tell("table_not_found", time_s, "trouble")

    def push(self, time_s: float) -> bool:
        """When the board itself was moved, all waits until it has been found again."""
        keeper = self._keeper
        believed = keeper.sight.believed
        if believed is None or believed.time_s < keeper.looks_after_s:
            return False
        move = pushed(keeper.sight, keeper.game.belongs)
        if move is None:
            return False
        keeper.outbox.guess(keeper.sight.pushed_by(move), time_s)
        keeper.sight.forget()
        keeper.tell("board_moved", time_s)
        keeper.states.enter("calibrating", time_s, "The board has been moved.")
        return True

    def complain(self, time_s: float) -> None:
        """Say what is wrong with the picture, after a while; ask for help where a person can give some."""
        keeper = self._keeper
        looks = keeper.states.state == "looking" or keeper.mending.pleads
        remark = self._complaints.about(
            keeper.sight,
            keeper.game,
            quiet_since_s=max(keeper.outbox.spoke_s, keeper.states.since_s),
            time_s=time_s,
            persons_turn=not looks and keeper.game.seat(keeper.game.turn) == "hand",
        )
        if remark is None:
            return
        if not remark.asked:
            keeper.say(remark.text, time_s, "trouble")
        elif looks:
            keeper.mending.plead(remark, None, time_s)
        else:
            keeper.ask(remark, time_s)
