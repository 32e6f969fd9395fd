"""The manager of games at the table, as a module between the board, the body, the engine and people."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta, structs

from ludens.core.contract.declaration import Kind, Last, Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.game_flow.game import GameInPlay
from ludens.games.morris.game_flow.game_table import GameTable, State
from ludens.games.morris.game_flow.robot_actions import Reports, RobotActions
from ludens.games.morris.game_flow.table_game import TableGame
from ludens.games.morris.rules import Side, new_game, record_texts
from ludens.games.morris.talk.words import words_of
from ludens.messages import CalibratedJoints, FallReport, LedCommand, StateReport, TouchState
from ludens.messages.announcement import Announcement
from ludens.messages.engine import EngineQuery, EngineReply
from ludens.messages.manipulation import BoardPose, HandContents, HandReport, HandRequest, HeldPoint
from ludens.messages.morris_game import BodyUse, MorrisGame, MorrisIntent, MorrisOrder, PersonAsked
from ludens.messages.morris_table import (
    CameraCalibrationReport,
    CameraCalibrationRequest,
    MenBelieved,
    ScanReport,
    ScanRequest,
    StationReport,
    StationRequest,
)
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.lights import LIGHT_GROUPS

LEGS = [place for name, place in INDEX.items() if any(part in name for part in ("Hip", "Knee", "Ankle"))]
HOT_STATUS = 1
REACHES_RAD = 0.62
"""A body whose hands reach over the table leans less on purpose."""
SURE_S = 1.5
"""A body that is about to fall lies, stands again or leans on something after so long."""

Rgb = tuple[float, float, float]
SEES, RECKONS = (0.0, 0.9, 0.2), (0.9, 0.1, 0.0)
CHEST: dict[State, Rgb] = {
    "init": (0.4, 0.4, 0.4),
    "looking": (0.0, 0.5, 0.9),
    "thinking": (0.6, 0.0, 0.8),
    "moving": (0.0, 0.8, 0.3),
    "waiting": (0.8, 0.8, 0.8),
    "put right": (0.9, 0.6, 0.0),
    "help": (0.9, 0.0, 0.0),
    "over": (0.1, 0.1, 0.1),
}
SEEN_S = 0.6
"""The marker counts as seen for so long."""
_GROUPS = {group.key: group.lights for group in LIGHT_GROUPS}


@dataclass(frozen=True, slots=True)
class GameManagerParameters:
    """How patient the robot is."""

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
    CameraCalibrationRequest | None,
]


class GameManager(Module[GameManagerParameters]):
    """Plays one game after another; what it knows of each is told as `MorrisGame` at every change."""

    budget_s = 0.02

    def start(self) -> None:
        """Begin with nothing ordered."""
        self._actions = RobotActions()
        self._game: GameInPlay | None = None
        self._lights, self._falls = Lights(), FallSense()
        self._pressed: frozenset[str] = frozenset()
        self._told: TableGame | None = None

    @property
    def table(self) -> GameTable | None:
        """The table of the present game."""
        return None if self._game is None else self._game.table

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
        calibration: Annotated[CameraCalibrationReport | None, under("bottom")] = None,
        held: Annotated[HeldPoint | None, under("bottom")] = None,
        intent: Last[MorrisIntent] = None,
    ) -> Wants:
        """Take in what is new and go on."""
        time_s, old = now.time_s, self._actions.reports
        moves = [reply for reply in replies if reply.purpose == "move"]
        self._falls.feel(fall, time_s=time_s, handles=self._actions.motion == "hands")
        self._actions.hear(
            Reports(
                time_s=time_s,
                scan=scan or old.scan,
                calibration=calibration or old.calibration,
                station=station or old.station,
                hand=hand or old.hand,
                believed=believed or old.believed,
                place=place or old.place,
                in_hand=in_hand or old.in_hand,
                held=held or old.held,
                buttons=self._just_pressed(touch),
                engine_reply=moves[-1] if moves else old.engine_reply,
                legs_hot=joints is not None and max(joints.status[LEGS].tolist()) >= HOT_STATUS,
                legs_cool=joints is None or max(joints.temperature_c[LEGS].tolist()) < self.parameters.cool_c,
                lies=self._falls.lies,
                leans=self._falls.leans,
            )
        )
        for order in orders:
            self._game = self._ordered(order)
        if self._game is not None:
            self._go_on(self._game, intent, replies)
        return self._wants(time_s)

    def _go_on(self, game: GameInPlay, intent: MorrisIntent | None, replies: Sequence[EngineReply]) -> None:
        if intent is not None:
            game.hear(intent)
        for reply in replies:
            if reply.purpose != "move":
                game.hear_engine(reply)
        game.step()
        if game.wants_new_game:
            self._game = self._ordered(_another(game.order, self._actions.time_s))

    def _ordered(self, order: MorrisOrder) -> GameInPlay:
        """Begin another game."""
        table = GameTable(
            TableGame.ordered(order),
            actions=self._actions,
            measures=self.parameters.measures,
            words=words_of(order.language),
            patience_s=self.parameters.patience_s,
            attempts=self.parameters.attempts,
            number=0 if self.table is None else self.table.number,
        )
        table.home, table.knows_start = order.home, not order.from_board
        self._actions.reports.engine_reply = None  # about another game
        return GameInPlay(table, order)

    def _wants(self, time_s: float) -> Wants:
        actions, table = self._actions, self.table
        use = BodyUse(time_s=time_s, motion=actions.motion)
        if table is None:
            return None, None, None, use, None, None, None, None, None, None, None
        return (
            *actions.requests(),
            use,
            *table.next_messages(),
            self._news(table, time_s),
            self._lights.show(table.state, table.game.record.side_to_move, actions.reports.place, time_s),
            table.state_report(),
            actions.calibration_request,
        )

    def _just_pressed(self, touch: TouchState | None) -> frozenset[str]:
        if touch is None:
            return frozenset()
        pressed = frozenset(touch.pressed)
        new = pressed - self._pressed
        self._pressed = pressed
        return new

    def _news(self, table: GameTable, time_s: float) -> MorrisGame | None:
        """The game, where it has changed."""
        if not table.knows_start or table.game == self._told:
            return None
        self._told = table.game
        return table.game.message(time_s, table.words)


def _another(order: MorrisOrder, time_s: float) -> MorrisOrder:
    """Another game with the same players: colours and camera are known by now."""
    return structs.replace(
        order,
        time_s=time_s,
        start=record_texts(new_game())[0],
        turns=(),
        from_board=False,
        learns_colours=False,
        learns_camera=False,
    )


class FallSense:
    """Whether the body has fallen: to the floor, or against the table, where it neither lies nor stands.

    `leans` is said of a body that has fallen and does not lie on the floor.
    """

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


class Lights:
    """Meaning of the lights: green eyes see the marker, red ones reckon; an ear shines for each side."""

    def __init__(self) -> None:
        self._shown: tuple[State, Side, Rgb] | None = None

    def show(self, state: State, side: Side, place: BoardPose | None, time_s: float) -> LedCommand | None:
        """The lights for this moment, where they are new."""
        eyes = SEES if place is not None and place.seen_before_s < SEEN_S else RECKONS
        if (state, side, eyes) == self._shown:
            return None
        self._shown = state, side, eyes
        colours = {"Chest": CHEST[state]}
        colours |= dict.fromkeys((*_GROUPS["LEye"], *_GROUPS["REye"]), eyes)
        for ear, owner in (("LEar", Side.WHITE), ("REar", Side.BLACK)):
            level = 1.0 if side is owner else 0.0
            colours |= dict.fromkeys(_GROUPS[ear], (level, level, level))
        return LedCommand(time_s=time_s, colours=colours)
