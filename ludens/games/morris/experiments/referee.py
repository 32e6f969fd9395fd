"""The referee of whole morris games: compares what the robot saw and made with what stands on the table."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ludens.core.contract.observer import Keyed
from ludens.games.morris.experiments.incident_book import IncidentBook
from ludens.games.morris.game_flow.table_seen import TableSeen
from ludens.games.morris.rules import Position, mask_of, position_from_fen
from ludens.games.morris.world import MorrisWorld
from ludens.messages import StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.morris_game import Asking, MorrisGame, PersonAsked
from ludens.messages.morris_table import MenBelieved, ScanReport, StationReport
from ludens.sim.nao.world import has_fallen
from ludens.table.referee import TableReferee

YOUR_TURN = ("start", "turn", "put right")
"""What a person is asked for before the robot begins its turn."""


class MorrisReferee(TableReferee):
    """Follows a whole game.

    `counts` are scans and those whose certain points were wrong, calls for help, requests to put men right
    (`cheats_put_right` where the person has cheated, and `put_right`), troubles, falls, walks, and positions
    of the game that the board does not show when a side is to move: after a person's turn was
    accepted, and when the robot has made its own. `incidents` are what people did, and whether the robot
    noticed it.

    `turns_s` are durations of the robot's turns, and `still_turns_s` of those without a walk. One begins when
    the person says that it may (the turn was made or put right, the game may start), and ends when the robot
    waits again or the game is over. So it holds all looking, judging, thinking, walking, handing over,
    placing, taking and repairing; what the person has to put right, and what led to that, it does not hold.
    """

    spoken_of: ClassVar = {"trouble": "troubles"}

    def __init__(self, world: MorrisWorld) -> None:
        super().__init__()
        self.world = world
        self.incidents = IncidentBook(world)
        self.game: MorrisGame | None = None
        self.turns_s: list[float] = []
        self.still_turns_s: list[float] = []
        self._believed: MenBelieved | None = None
        self._scan = self._walk = 0
        self._asking: Asking = "nothing"
        self._turn_began_s: float | None = None
        self._decided = self._walked = self._lies = False

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Look at what the robot makes of the game."""
        time_s = time_ns * 1e-9
        for _, message in outputs:
            if isinstance(message, MenBelieved):
                self._believed = message
            elif isinstance(message, MorrisGame):
                self.game = message
            elif isinstance(message, PersonAsked):
                self._note_asked(message, time_s)
            elif isinstance(message, Announcement):
                self.hear(message, time_s)
            elif isinstance(message, StationReport):
                self._note_walk(message)
        for _, message in outputs:
            if isinstance(message, StateReport) and message.state != self.state:
                self._enter(message.state, time_s)
            elif isinstance(message, ScanReport) and message.state == "done" and message.number != self._scan:
                self._scan = message.number
                self._compare_scan(time_s)
                self.incidents.note_strays()
        self._follow_incidents(time_s)
        self._note_fall(time_s)

    @property
    def turns(self) -> int:
        """How many turns the game has."""
        return 0 if self.game is None else len(self.game.turns)

    @property
    def touched(self) -> str:
        """What of the robot touched the table, in words."""
        return ", ".join(self.world.touches.of_table())

    def hear(self, announcement: Announcement, time_s: float) -> None:
        """Listen whether the robot speaks of an incident, or of trouble."""
        self.incidents.hear(announcement.text)
        super().hear(announcement, time_s)

    def _follow_incidents(self, time_s: float) -> None:
        if self.game is not None:
            self.incidents.follow(
                time_s,
                turns=len(self.game.turns),
                offences=self.game.offence_kinds,
                wrong_scans=self.counts["wrong_scans"],
            )

    def _note_asked(self, asked: PersonAsked, time_s: float) -> None:
        before, self._asking = self._asking, asked.asking
        if self.state != "init":
            self.counts["men_put_right"] += len(asked.corrections)
        if asked.asking == "help":
            self.remark(time_s, f"help! {asked.text}", counted="helps")
        if asked.asking == "put right" and self.state != "init":  # at first the colours are shown
            counted = "cheats_put_right" if self.incidents.has_cheat else "put_right"
            self.remark(time_s, f"put right! {asked.text}", counted=counted)
        if asked.asking == "nothing" and before in YOUR_TURN:  # the person has pressed the button
            self._begin_turn(time_s)

    def _begin_turn(self, time_s: float) -> None:
        self._turn_began_s, self._decided, self._walked = time_s, False, False

    def _enter(self, state: str, time_s: float) -> None:
        before, self.state = self.state, state
        if state == "thinking":
            self._compare_game(time_s, strays_count=True)
            if self._turn_began_s is None or self._decided:  # nobody was asked before
                self._begin_turn(time_s)
            self._decided = True
        elif state in ("waiting", "over") and before in ("looking", "moving"):
            self._compare_game(time_s)
            if self._decided and self._turn_began_s is not None:
                self.turns_s.append(time_s - self._turn_began_s)
                if not self._walked:
                    self.still_turns_s.append(time_s - self._turn_began_s)
            self._turn_began_s, self._decided = None, False

    def _compare_scan(self, time_s: float) -> None:
        if self._believed is None:
            return
        self.counts["scans"] += 1
        seen, truth = TableSeen.of(self._believed).board, self._truth()
        wrong = ((seen.white ^ truth[0]) | (seen.black ^ truth[1])) & seen.known
        if wrong:
            self.remark(time_s, f"{wrong.bit_count()} points were seen wrong.", counted="wrong_scans")

    def _compare_game(self, time_s: float, *, strays_count: bool = False) -> None:
        """When a side is to move, the board must show the game.

        After a person's turn a man that was pushed off its point may count as standing there: whether the
        robot spoke about it is a matter of incidents. What the robot itself puts down must stand on a point.
        """
        if self.game is None:
            return
        position = position_from_fen(self.game.position)
        white, black = self._truth()
        wrong = (position.white ^ white) | (position.black ^ black)
        if strays_count:
            wrong &= ~self._strayed_from(position) | white | black
        self.counts["positions"] += 1
        if wrong:
            self.remark(time_s, "the board does not show the game.", counted="wrong_positions")

    def _strayed_from(self, position: Position) -> int:
        """The points of a position beside which a man of the right colour stands, on no point."""
        men, measures = self.world.men, self.world.measures
        found = 0
        for number in self.incidents.strays():
            place_m = men.board_from_man(number).translation[:2]
            nearest = 1 << measures.nearest_point(place_m)[0]
            found |= nearest & (position.white, position.black, 0)[men.men[number].colour]
        return found

    def _truth(self) -> tuple[int, int]:
        state = self.world.true_state()
        return (
            mask_of(point for point, colour in enumerate(state) if colour == 0),
            mask_of(point for point, colour in enumerate(state) if colour == 1),
        )

    def _note_walk(self, report: StationReport) -> None:
        if report.number == self._walk or report.state == "idle":
            return
        self._walk, self._walked = report.number, True
        self.counts["walks"] += 1

    def _note_fall(self, time_s: float) -> None:
        lies = has_fallen(self.world.ground_from_torso())
        if lies and not self._lies:
            self.remark(time_s, "the robot fell.", counted="falls")
        self._lies = lies


def median_s(values: Sequence[float]) -> float | None:
    """The median, rounded; None of nothing."""
    return round(float(np.median(values)), 1) if values else None
