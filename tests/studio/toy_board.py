"""Nine Men's Morris for the studio's tests, without a body: a robot that plays by the clock."""

from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.capabilities import ODOMETRY, Capability
from ludens.core.contract.declaration import Last, Since
from ludens.core.contract.driver import Delivery, Driver, RobotDescription, Source
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.game import Game, Launch
from ludens.drivers.inbox import InboxDriver
from ludens.drivers.listener import ListenerDriver
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.page import PAGE as MORRIS_PAGE
from ludens.games.morris.play import VOICE
from ludens.games.morris.rules import (
    GameRecord,
    Outcome,
    Reason,
    Side,
    closed_text,
    new_game,
    position_from_fen,
    record_texts,
    turn_from_text,
    turn_text,
)
from ludens.games.morris.show import MorrisGameView
from ludens.games.morris.talk.module import MorrisTalk
from ludens.geometry import Pose2
from ludens.messages import Message, Odometry, StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.engine import EngineReply
from ludens.messages.morris_game import MorrisGame, MorrisIntent, MorrisOrder, PersonAsked
from ludens.messages.speech import Utterance
from ludens.studio.page import StudioPage
from ludens.table.lineup import AT_PAGE, Lineup, TablePlayOptions
from ludens.table.questions import board_questions

PERIOD_NS = 20_000_000
LOOKS_S, THINKS_S, MOVES_S = 0.4, 0.3, 1.2


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyBoardOptions(TablePlayOptions):
    """Who plays, and how long the robot takes."""

    slow: Annotated[float, Meta(ge=0.1, le=100.0, description="How much slower than usual.")] = 1.0


class ToyBody:
    """A clock that ticks as a body would."""

    def __init__(self) -> None:
        self._time_ns = 0

    @property
    def robots(self) -> tuple[RobotDescription, ...]:
        return (RobotDescription("", "toy", (Source("body", PERIOD_NS / 1e9, (ODOMETRY,)),), ()),)

    def next_delivery(self) -> Delivery | None:
        self._time_ns += PERIOD_NS
        time_s = self._time_ns / 1e9
        still = Odometry(
            time_s=time_s, odometry_from_robot=Pose2(0.0, 0.0, 0.0), forward_mps=0.0, turn_radps=0.0
        )
        return Delivery(self._time_ns, "", "body", (still,))

    def command(self, robot: str, command: Message) -> None: ...

    def make_safe(self, robot: str) -> None: ...

    def close(self) -> None: ...


class ToyManager(Module[NoParameters]):
    """Plays the first legal turn; sees what a player has told as soon as it has looked."""

    def start(self) -> None:
        self._record: GameRecord | None = None
        self._order: MorrisOrder | None = None
        self._state, self._since_s = "init", 0.0
        self._told = ""
        self._number = 0
        self._said: list[Announcement] = []

    def cycle(
        self, now: CycleTime, body: Odometry, orders: Since[MorrisOrder], intent: Last[MorrisIntent] = None
    ) -> tuple[MorrisGame | None, PersonAsked | None, StateReport, Announcement | None]:
        before = self._record
        for order in orders:
            self._order = order
            start = position_from_fen(order.start) if order.start else None
            self._record = new_game(start=start)
            self._say("Please put a white man on b2. Then press my middle button.", now, button="head middle")
            self._enter("looking", now)
        if intent is not None and self._record is not None:
            self._wish(intent, self._record, now)
        asked = self._go_on(now)
        changed = self._record is not None and self._record != before
        message = self._message(now) if changed else None
        said = self._said.pop(0) if self._said else None
        return message, asked, self._report(now), said

    def _wish(self, intent: MorrisIntent, record: GameRecord, now: CycleTime) -> None:
        if intent.name == "turn":
            self._told = intent.turn
            self._enter("looking", now)
        elif intent.name == "resign":
            side = Side("black") if self._order and "black" in self._order.at_page else Side("white")
            self._record = record.close(Outcome(side.other, Reason.RESIGNATION))
        elif intent.name == "draw":
            self._record = record.close(Outcome(None, Reason.AGREEMENT))
        elif intent.name == "take_back" and len(record.turns) > 1:
            self._record = record.undo(2)
            self._enter("looking", now)

    def _go_on(self, now: CycleTime) -> PersonAsked | None:
        record, order = self._record, self._order
        if record is None or order is None:
            return None
        waited_s = now.time_s - self._since_s
        slow = float(order.level)
        if record.outcome is not None:
            if self._state != "over":
                self._enter("over", now)
        elif self._state == "looking" and waited_s > LOOKS_S * slow:
            if self._told:
                self._record, self._told = record.play(turn_from_text(self._told)), ""
                self._say(f"You played {turn_text(self._record.turns[-1])}.", now)
            return self._next_turn(now)
        elif self._state == "thinking" and waited_s > THINKS_S * slow:
            turn = record.legal_turns()[0]
            self._record = record.play(turn)
            self._say(f"I play {turn_text(turn)}.", now)
            self._enter("moving", now)
        elif self._state == "moving" and waited_s > MOVES_S * slow:
            return self._next_turn(now)
        return None

    def _next_turn(self, now: CycleTime) -> PersonAsked:
        assert self._record is not None
        assert self._order is not None
        robots = self._record.side_to_move.value in self._order.robot
        self._number += 1
        self._enter("thinking" if robots else "waiting", now)
        return PersonAsked(time_s=now.time_s, number=self._number, asking="nothing" if robots else "turn")

    def _say(self, text: str, now: CycleTime, button: str = "") -> None:
        audience = "table" if button else "everyone"
        self._said.append(
            Announcement(
                time_s=now.time_s,
                text=text,
                tone="plea" if button else "news",
                audience=audience,  # type: ignore[arg-type]
                button=button,
            )
        )

    def _enter(self, state: str, now: CycleTime) -> None:
        self._state, self._since_s = state, now.time_s

    def _report(self, now: CycleTime) -> StateReport:
        return StateReport(
            time_s=now.time_s,
            state=self._state,
            since_s=self._since_s,
            reason="",
            states=(self._state,),
            transitions=(),
        )

    def _message(self, now: CycleTime) -> MorrisGame:
        assert self._record is not None
        assert self._order is not None
        start, turns = record_texts(self._record)
        return MorrisGame(
            time_s=now.time_s,
            start=start,
            turns=turns,
            position=start,
            turn=self._record.side_to_move.value,
            robot=self._order.robot,
            outcome="" if self._record.outcome is None else str(self._record.outcome),
            closed=closed_text(self._record),
            at_page=self._order.at_page,
            level="8",
        )


SETUP = Setup(
    "toy-board", (CyclerPlan("body", "body", (Node(ToyManager), Node(MorrisTalk), Node(MorrisGameView))),)
)
ORDERS = Capability("orders", delivers=(MorrisOrder, Utterance, EngineReply))


def make_driver(setup: Setup, options: Any, seed: int) -> Driver:
    lineup = Lineup.chosen(options, MORRIS_GAME)
    inbox = InboxDriver(ToyBody(), ORDERS)
    inbox.hand(
        "",
        MorrisOrder(
            time_s=0.0,
            start=options.fen,
            robot=lineup.colours("engine"),
            level=str(options.slow),
            at_page=lineup.colours(*AT_PAGE),
        ),
    )
    return ListenerDriver(inbox, VOICE, ())


GAME = Game(
    name="toy-board",
    title="A board",
    summary="A robot that plays by the clock.",
    setups={SETUP.name: SETUP},
    options=ToyBoardOptions(black="human"),
    make_driver=make_driver,
)
PAGE = StudioPage(
    title="A board",
    legend="Play.",
    cards=("board", "talk"),
    tabs=("states",),
    arrangement="board",
    views=MORRIS_PAGE.views,
    board=MORRIS_PAGE.board,
    talk=MORRIS_PAGE.talk,
    questions=board_questions({"text": "you, by telling the robot"}),
    your_part=MORRIS_PAGE.your_part,
)


def launch(**options: Any) -> Launch:
    """The game as these options say."""
    wanted = ToyBoardOptions(**{"black": "human", **options})
    return Launch(GAME, SETUP, wanted, 1, Configuration(SETUP.sections()))
