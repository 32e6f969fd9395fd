"""A robot that does at once what it is asked, and a person who obliges it: to try the keeper alone.

The board is a table of truth; scans see it, hands change it. Whoever tests breaks what shall go wrong.
"""

from collections.abc import Callable

import numpy as np

from ludens.core.contract.module import CycleTime
from ludens.core.task import TaskEnd
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.game_flow import GameManager
from ludens.games.morris.game_flow.game_manager import GameManagerParameters
from ludens.games.morris.game_flow.game_table import TRANSITIONS
from ludens.games.morris.rules import POINTS, Position, fen_of, mask_of, start_position
from ludens.geometry import Pose2, Transform3
from ludens.manipulation.clearance import held_in_hand_m
from ludens.messages import CalibratedJoints, FallReport, TouchState
from ludens.messages.balance import FallState
from ludens.messages.engine import ConsideredMove, EngineQuery, EngineReply
from ludens.messages.manipulation import (
    BoardPose,
    Hand,
    HandContents,
    HandFailure,
    HandReport,
    HandRequest,
    HeldPoint,
)
from ludens.messages.morris_game import (
    MorrisGame,
    MorrisIntent,
    MorrisIntentName,
    MorrisOrder,
    PersonAsked,
)
from ludens.messages.morris_table import (
    CameraCalibrationEnd,
    CameraCalibrationReport,
    MenBelieved,
    ScanFailure,
    ScanReport,
    SeenMan,
    StationFailure,
    StationReport,
    StationRequest,
)
from ludens.messages.task import TaskState
from ludens.robots.nao.joints import JOINTS
from ludens.robots.nao.motors import heat_status

MEASURES = MorrisMeasures()
STEP_S = 0.1
BUTTONS = {"start": "head front", "turn": "head front", "put right": "head middle", "help": "head middle"}
START = fen_of(start_position())


def order(*turns: str, start: str = START, learns_colours: bool = False, **more) -> MorrisOrder:
    return MorrisOrder(time_s=0.0, turns=turns, start=start, learns_colours=learns_colours, **more)


def position(white: str, black: str) -> tuple[dict[int, int], str]:
    """Men by point, and the FEN in which white is to move."""
    sides = [mask_of(POINTS[name] for name in names.split()) for names in (white, black)]
    men = {POINTS[name]: colour for colour, names in enumerate((white, black)) for name in names.split()}
    return men, fen_of(Position(sides[0], sides[1]))


class PaperTable:
    """Everything around a keeper. `person` is called with what the robot asks, and may change `board`."""

    def __init__(self, board: dict[int, int] | None = None, **parameters) -> None:
        self.board: dict[int, int] = dict(board or {})
        self.strays: list[SeenMan] = []
        self.foreign: list[SeenMan] = []
        self.held: dict[str, int] = {}
        self.module = GameManager(GameManagerParameters(**parameters))
        self.time_s = 0.0
        self.said: list[str] = []
        self.asked: list[PersonAsked] = []
        self.games: list[MorrisGame] = []
        self.acts: list[HandRequest] = []
        self.scans = 0
        self.clear_scans: list[bool] = []  # whether each was asked for where somebody says all is clear
        self.turns: list[str] = []  # what the engine answers, one after the other
        self.thinks = True  # whether it answers at all
        self._question: EngineQuery | None = None
        self.person: Callable[[PersonAsked], str | None] = self.obliging
        self.misreads: dict[int, int] = {}  # points that the next scan sees wrong, and as what
        self.blind = 0  # how many scans fail
        self.vanishes = 0  # how many men are gone as soon as they are set down
        self.hindered = 0  # for how many cycles something is in the way of the eyes
        self.off_m: dict[int, float] = {}  # how far right of their points men stand
        self.slips_m: list[float] = []  # how far off the next men are set down, one after the other
        self.misplaces: dict[int, int] = {}  # points at which the next man is set down elsewhere, and where
        self.across_m: list[float] = []  # how far beside the fingers' middle the next men that are given sit
        self._sits_m: float | None = None
        self.slips_out = 0  # how many men slip out of the hand while they are turned
        self.glares = 0  # how many men are turned without a picture that teaches anything
        self._teaches = True
        self.drops = 0  # how many men slip out of the hand, to beside their points
        self.fails: dict[str, int] = {}  # acts that fail so many times
        self.endless: set[str] = set()  # acts that come to no end
        self.walks: list[StationRequest] = []
        self.stuck = 0  # how many walks something is in the way of
        self.is_slow = False  # whether walks come to no end
        self._scan: ScanReport | None = None
        self._station: StationReport | None = None
        self._hand: HandReport | None = None
        self._calibration: CameraCalibrationReport | None = None
        self.temperature_c = 40.0  # of all motors
        self.lies = self.leans = False  # whether the robot has fallen, and against something
        self.motions: list[str] = []  # what the body was asked for, each once
        self._shown: Hand | None = None  # the hand before the cameras
        self._replies: list[EngineReply] = []
        self._pressed: list[str] = []
        self._wishes: list[MorrisIntent] = []
        self.score = 0  # what the engine thinks of its best turn
        self._here = Pose2(0.0, -0.3, np.pi / 2)
        self._believed: MenBelieved | None = None

    @property
    def state(self) -> str:
        return "" if self.module.table is None else self.module.table.state

    @property
    def place_m(self) -> tuple[float, float]:
        return self._here.x_m, self._here.y_m

    @property
    def helped(self) -> int:
        assert self.module.table is not None
        return self.module.table.helped

    def obliging(self, asked: PersonAsked) -> str | None:
        """A person who does all but play; returns the button to press."""
        for colour, origin, target in asked.corrections:
            if origin >= 0:
                assert self.board.pop(origin) == colour
            if target >= 0:
                self.board[target] = colour
        if asked.asking == "hand over":
            self.held[asked.hand] = asked.colour
        if asked.asking == "take":
            self.held.pop(asked.hand, None)
        return BUTTONS.get(asked.asking)

    def wish(self, name: MorrisIntentName) -> None:
        """Let a player at a page want something."""
        self._wishes.append(MorrisIntent(time_s=self.time_s, name=name))

    def _advice(self, query: EngineQuery) -> EngineReply:
        considered = (ConsideredMove("a1", self.score),)
        return EngineReply(
            time_s=self.time_s,
            number=query.number,
            move="a1",
            purpose=query.purpose,
            considered=considered,
            words=f"About {query.purpose}.",
        )

    def order(self, wanted: MorrisOrder) -> None:
        self._step((wanted,))

    def run(self, *, until: Callable[[], bool], most_s: float = 600.0) -> None:
        """Let time pass until something is so."""
        end_s = self.time_s + most_s
        while not until():
            assert self.time_s < end_s, f"never came about; state {self.state}, said {self.said[-3:]}"
            self._step(())

    def _step(self, orders) -> None:
        self.time_s += STEP_S
        before, played = self.state, self.module.table
        pressed = (self._pressed.pop(0),) if self._pressed else ()
        outputs = self.module.cycle(
            CycleTime(time_s=self.time_s),
            orders,
            TouchState(time_s=self.time_s, pressed=pressed),
            self._joints(),
            self._place(),
            tuple(self._replies),
            self._scan,
            self._believed,
            self._station,
            self._hand,
            self._in_hand(),
            self._fall(),
            self._calibration,
            held=self._held_point(),
            intent=self._wishes.pop(0) if self._wishes else None,
        )
        is_another = played is not self.module.table
        assert is_another or before == self.state or (before, self.state) in TRANSITIONS, (
            f"from {before} to {self.state}: a way that nobody draws"
        )
        self._replies = []
        scan, station, hand, use, question, words, asked, game, _, _, calibration = outputs
        if calibration is not None:
            self._calibration = CameraCalibrationReport(
                time_s=self.time_s,
                number=calibration.number,
                state=TaskState.DONE,
                reason=CameraCalibrationEnd.LEARNT,
            )
        if not self.motions or self.motions[-1] != use.motion:
            self.motions.append(use.motion)
        if words is not None:
            self.said.append(words.text)
        if game is not None:
            self.games.append(game)
        if asked is not None:
            self.asked.append(asked)
            button = self.person(asked)
            if button:
                self._pressed += ["", button]
        if question is not None and question.purpose != "move":
            self._replies.append(self._advice(question))
        elif question is not None:
            self._question = question
        if self._question is not None and self.thinks:
            number, self._question = self._question.number, None
            self._replies.append(EngineReply(time_s=self.time_s, number=number, move=self._think()))
        if scan is not None and scan.cancelled:
            self._scan = ScanReport(
                time_s=0.0, number=scan.number, state=TaskState.FAILED, reason=TaskEnd.CANCELLED
            )
        elif scan is not None:
            self.clear_scans.append(scan.is_clear)
            self._look(scan.number)
        elif self._scan is not None and self._scan.state is TaskState.BUSY:
            self._look(self._scan.number)
        if station is not None:
            self._walk(station)
        if hand is not None and (not self.acts or hand.number != self.acts[-1].number or hand.cancelled):
            self._act(hand)

    def _think(self) -> str:
        return self.turns.pop(0)

    def _look(self, number: int) -> None:
        if self.hindered:
            self.hindered -= 1
            self._scan = ScanReport(
                time_s=0.0, number=number, state=TaskState.BUSY, reason=ScanFailure.HINDERED
            )
            return
        self.scans += 1
        if self.blind:
            self.blind -= 1
            if self.foreign:
                self._believe()
            self._scan = ScanReport(
                time_s=self.time_s,
                number=number,
                state=TaskState.FAILED,
                reason=ScanFailure.FOREIGN if self.foreign else ScanFailure.POINTS_UNSEEN,
                points=(POINTS["d7"],),
            )
            return
        self._believe()
        self._scan = ScanReport(time_s=self.time_s, number=number, state=TaskState.DONE)

    def _believe(self) -> None:
        chances = np.zeros((24, 3))
        chances[:, 0] = 1.0
        seen = self.board | self.misreads
        self.misreads = {}
        for point, colour in seen.items():
            chances[point] = 0.0
            chances[point, colour + 1] = 1.0
        points_m = MEASURES.points_m()
        places = {point: points_m[point].tolist() for point in seen}
        men = tuple(
            SeenMan(x_m + self.off_m.get(point, 0.0), y_m, 0.0, seen[point])
            for point, (x_m, y_m) in places.items()
        )
        self._believed = MenBelieved(
            time_s=self.time_s + STEP_S,
            probabilities=chances,
            seen_before_s=np.zeros(24),
            men=men,
            strays=tuple(self.strays),
            foreign=tuple(self.foreign),
            settled=True,
        )

    def _walk(self, request: StationRequest) -> None:
        if request.cancelled:
            self._station = StationReport(
                time_s=0.0, number=request.number, state=TaskState.FAILED, reason=TaskEnd.CANCELLED
            )
            return
        if not self.walks or request.number != self.walks[-1].number:
            self.walks.append(request)
        if self.is_slow:
            return
        state = TaskState.FAILED if self.stuck else TaskState.DONE
        if self.stuck:
            self.stuck -= 1
        else:
            self._here = request.board_from_robot
        reason = StationFailure.HINDERED if state is TaskState.FAILED else ""
        self._station = StationReport(time_s=0.0, number=request.number, state=state, reason=reason)

    def _act(self, request: HandRequest) -> None:
        if not request.cancelled:
            self.acts.append(request)
        holds = ("left" in self.held, "right" in self.held)
        if request.cancelled:
            self._hand = HandReport(
                time_s=0.0,
                number=request.number,
                state=TaskState.FAILED,
                holds=holds,
                reason=TaskEnd.CANCELLED,
            )
            return
        if request.act in self.endless:
            self._hand = HandReport(time_s=0.0, number=request.number, state=TaskState.BUSY, holds=holds)
            return
        state = TaskState.DONE
        reason = ""
        if self.fails.get(request.act, 0) > 0:
            self.fails[request.act] -= 1
            state, reason = TaskState.FAILED, HandFailure.BLOCKED
        elif request.act == "grasp":
            self.held[request.hand] = self._lift(request.place_m)
        elif request.act == "accept":
            self._sits_m = self.across_m.pop(0) if self.across_m else None
        elif request.act == "place":
            self._set_down(request)
        elif request.act == "show":
            self._shown = request.hand
        elif request.act == "study":
            self._teaches = not self.glares
            self.glares -= not self._teaches
            if self.slips_out:
                self.slips_out -= 1
                self.held.pop(request.hand, None)
        holds = ("left" in self.held, "right" in self.held)
        self._hand = HandReport(time_s=0.0, number=request.number, state=state, holds=holds, reason=reason)

    def _joints(self) -> CalibratedJoints:
        count = len(JOINTS)
        temperature_c = np.full(count, self.temperature_c)
        return CalibratedJoints(
            time_s=self.time_s,
            position_rad=np.zeros(count),
            stiffness=np.ones(count),
            current_a=np.zeros(count),
            temperature_c=temperature_c,
            status=heat_status(temperature_c),
        )

    def _fall(self) -> FallReport:
        state: FallState = ("falling" if self.leans else "fallen") if self.lies else "upright"
        return FallReport(time_s=self.time_s, state=state, direction="forward", lean_rad=1.5 * self.lies)

    def _in_hand(self) -> HandContents | None:
        if not self._shown:
            return None
        colour = self.held.get(self._shown, -1)
        nothing, first, second = (0.98 if kind == colour + 1 else 0.01 for kind in range(3))
        return HandContents(time_s=self.time_s, hand=self._shown, probabilities=(nothing, first, second))

    def _held_point(self) -> HeldPoint | None:
        """What eyes tell of a hand that they study, or that they know; else nothing is told."""
        act = self.acts[-1].act if self.acts else ""
        if not (act == "show" and self._sits_m is not None) and not (act == "study" and self._teaches):
            return None
        x_m, y_m, z_m = held_in_hand_m().tolist()
        aside_m = self._sits_m or 0.0
        return HeldPoint(
            time_s=self.time_s, hand=self.acts[-1].hand, place_m=(x_m, y_m + aside_m, z_m), arm_is_learnt=True
        )

    def _lift(self, place_m) -> int:
        for man in self.strays:
            if np.hypot(man.x_m - place_m[0], man.y_m - place_m[1]) < 0.01:
                self.strays.remove(man)
                return man.colour
        return self.board.pop(self._point(place_m))

    def _set_down(self, request: HandRequest) -> None:
        colour = self.held.pop(request.hand)
        assert request.place_m is not None
        if self.vanishes:
            self.vanishes -= 1
        elif self.drops:
            self.drops -= 1
            x_m, y_m = request.place_m
            self.strays.append(SeenMan(x_m + 0.025, y_m, 0.3, colour))
        else:
            point = self._point(request.place_m)
            point = self.misplaces.pop(point, point)
            self.board[point] = colour
            self.off_m[point] = self.slips_m.pop(0) if self.slips_m else 0.0

    def _point(self, place_m) -> int:
        return int(np.hypot(*(MEASURES.points_m() - place_m).T).argmin())

    def _place(self) -> BoardPose:
        return BoardPose(
            time_s=self.time_s,
            board_from_robot=self._here,
            robot_from_board=Transform3.identity(),
            covariance=np.eye(3) * 1e-6,
            seen_before_s=0.0,
        )
