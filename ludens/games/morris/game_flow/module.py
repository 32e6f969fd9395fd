"""The keeper of the game as a module: a story between the board, the body, the engine and people."""

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import Kind, Last, Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.game_flow.fall_sense import FallSense
from ludens.games.morris.game_flow.keeper import Keeper
from ludens.games.morris.game_flow.lights import Lights
from ludens.games.morris.game_flow.reports import Reports
from ludens.games.morris.game_flow.told import TableGame
from ludens.games.morris.move.stations import TableStations
from ludens.messages import CalibratedJoints, FallReport, LedCommand, StateReport, TouchState
from ludens.messages.announcement import Announcement
from ludens.messages.engine import EngineQuery, EngineReply
from ludens.messages.manipulation import BoardPose, HandContents, HandReport, HandRequest
from ludens.messages.morris_game import BodyUse, MorrisGame, MorrisOrder, PersonAsked
from ludens.messages.morris_table import (
    CameraLessonReport,
    CameraLessonRequest,
    MenBelieved,
    ScanReport,
    ScanRequest,
    StationReport,
    StationRequest,
)
from ludens.robots.nao.joints import INDEX

LEGS = [place for name, place in INDEX.items() if any(part in name for part in ("Hip", "Knee", "Ankle"))]
HOT_STATUS = 1


@dataclass(frozen=True, slots=True)
class GameKeeperParameters:
    """How patient the keeper is."""

    measures: MorrisMeasures = field(default_factory=MorrisMeasures)
    patience_s: Annotated[
        float, Meta(ge=1.0, le=600.0, description="With a person, before it says again what it wants.")
    ] = 60.0
    attempts: Annotated[
        int, Meta(ge=1, le=10, description="At bringing one man somewhere, before it asks for help.")
    ] = 3
    cool_c: Annotated[float, Meta(ge=30, le=75, description="Legs that had to rest go on below this.")] = 60.0


Wants = tuple[
    ScanRequest | None,
    StationRequest | None,
    HandRequest | None,
    BodyUse,
    EngineQuery | None,
    Announcement | None,
    PersonAsked | None,
    MorrisGame | None,
    LedCommand | None,
    StateReport | None,
    CameraLessonRequest | None,
]


class GameKeeper(Module[GameKeeperParameters]):
    """Plays one game after another; what it knows of each is told as `MorrisGame` at every change."""

    budget_s = 0.02

    def start(self) -> None:
        """Begin with nothing ordered."""
        parameters = self.parameters
        self.keeper = Keeper(
            parameters.measures,
            stations=TableStations(parameters.measures),
            patience_s=parameters.patience_s,
            attempts=parameters.attempts,
        )
        self._lights, self._falls = Lights(), FallSense()
        self._pressed: frozenset[str] = frozenset()
        self._told: TableGame | None = None

    def cycle(
        self,
        now: CycleTime,
        orders: Since[MorrisOrder],
        touch: TouchState | None,
        joints: CalibratedJoints | None,
        place: BoardPose | None,
        replies: Since[EngineReply],
        scan: Annotated[ScanReport | None, Kind.LAST, under("scan")],
        believed: Annotated[MenBelieved | None, Kind.LAST, under("scan")],
        station: Annotated[StationReport | None, Kind.LAST, under("station")],
        hand: Last[HandReport],
        in_hand: Annotated[HandContents | None, under("bottom")],
        fall: FallReport | None = None,
        lesson: Annotated[CameraLessonReport | None, under("bottom")] = None,
    ) -> Wants:
        """Take in what is new and go on."""
        keeper, time_s = self.keeper, now.time_s
        old = keeper.desk.reports
        self._falls.feel(fall, time_s=time_s, handles=keeper.desk.motion == "hands")
        keeper.desk.reports = Reports(
            time_s=time_s,
            scan=scan or old.scan,
            lesson=lesson or old.lesson,
            station=station or old.station,
            hand=hand or old.hand,
            believed=believed or old.believed,
            place=place or old.place,
            in_hand=in_hand or old.in_hand,
            buttons=self._just_pressed(touch),
            engine_reply=replies[-1] if replies else old.engine_reply,
            legs_hot=joints is not None and max(joints.status[LEGS].tolist()) >= HOT_STATUS,
            legs_cool=joints is None or max(joints.temperature_c[LEGS].tolist()) < self.parameters.cool_c,
            lies=self._falls.lies,
            leans=self._falls.leans,
        )
        for order in orders:
            keeper.order(order)
        keeper.step()
        return self._wants(time_s)

    def _wants(self, time_s: float) -> Wants:
        keeper, table = self.keeper, self.keeper.table
        use = BodyUse(time_s=time_s, motion=keeper.desk.motion)
        if table is None:
            return None, None, None, use, None, None, None, None, None, None, None
        return (
            *keeper.desk.requests(),
            use,
            table.outbox.next_question(),
            table.outbox.next_words(),
            table.outbox.next_asked(),
            self._game(table.game, time_s) if table.knows_start else None,
            self._lights.show(
                table.states.state, table.game.record.side_to_move, keeper.desk.reports.place, time_s
            ),
            table.states.report(time_s),
            keeper.desk.lesson,
        )

    def _just_pressed(self, touch: TouchState | None) -> frozenset[str]:
        if touch is None:
            return frozenset()
        pressed = frozenset(touch.pressed)
        new = pressed - self._pressed
        self._pressed = pressed
        return new

    def _game(self, game: TableGame, time_s: float) -> MorrisGame | None:
        """The game, where it has changed."""
        if game == self._told:
            return None
        self._told = game
        return game.message(time_s)
