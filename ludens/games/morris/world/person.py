"""A simulated person at the table: plays, hands men over and takes them, helps, presses the head's buttons.

It sees the table as people do, so it may know the truth about it, and hears what the robot says. Like people
it is not exact, forgets, or cheats, as its habits are; and puts right what it is asked to.
"""

from collections.abc import Sequence

import numpy as np

from ludens.games.morris.decide.directed import DirectedTurnError, directed_turn
from ludens.games.morris.decide.players import make_player
from ludens.games.morris.judge import SeenBoard
from ludens.games.morris.judge.corrections import corrections
from ludens.games.morris.judge.injector import Cheat, inject
from ludens.games.morris.rules import (
    GameRecord,
    Position,
    Side,
    Turn,
    apply,
    mask_of,
    record_from_texts,
    turn_from_text,
    turn_text,
)
from ludens.games.morris.world.handling import (
    HABITS,
    Incident,
    IncidentKind,
    ManHandling,
    MorrisHabits,
    MorrisTable,
    correction_of,
)
from ludens.games.morris.world.options import MorrisWorldOptions
from ludens.messages import Message
from ludens.messages.morris_game import MorrisGame, PersonAsked
from ludens.sim.random_streams import RandomStreams
from ludens.table.board_game import Colour
from ludens.table.person import LOOKS_NS, PersonReaction
from ludens.table.search import SearchBudget

AGAIN_NS = 30_000_000_000
"""After so long what was asked for is done again: it was not done well enough, or forgotten."""
LINGERS_S = 4.0
NODES = 300_000
CHEAT_DRAWS = 5
"""How many cheats a person thinks of before playing honestly after all."""


class MorrisPerson:
    """Does what the robot asks, and plays the sides that the robot does not.

    For a side that is `told` the person waits for somebody to `tell` its turns, and only then makes them. One
    beside a robot that plays another robot has the `other` person, to whose robot the turn is passed.
    """

    def __init__(
        self,
        world: MorrisTable,
        *,
        habits: MorrisHabits,
        random: np.random.Generator,
        told: Sequence[Colour] = (),
        robot: int = 0,
    ) -> None:
        self._world, self.habits, self._random = world, habits, random
        self.robot = robot
        self.other: MorrisPerson | None = None
        self._told_sides, self._told = tuple(told), ""
        self._reaction = PersonReaction(random)
        self._handling = ManHandling(world, habits, random, robot=robot)
        self._player = make_player(f"level-{habits.level}", budget=SearchBudget(nodes=NODES))
        self.deeds: list[str] = []  # what it has done, in words
        self.incidents: list[Incident] = []  # those of them that the robot should notice
        self._game: MorrisGame | None = None
        self._asked: PersonAsked | None = None
        self._answered = -1  # the number of the last request that was dealt with
        self._turned_after: tuple[str, ...] | None = None  # the game to which a turn was made last
        self._done_ns = 0

    def hear(self, message: Message) -> None:
        """Listen to the robot."""
        if isinstance(message, MorrisGame):
            if self._game is not None and self._game.turns != message.turns:
                self._told = ""  # it was said for a board that is no more
            self._game = message
        elif isinstance(message, PersonAsked):
            self._asked = message

    def tell(self, text: str) -> str | None:
        """Say which turn to make, in words; return a sentence where that is no turn."""
        if self.other is not None:
            return "Two robots play here, and choose their turns themselves."
        record = self._record()
        if record is None or self._asked is None or self._asked.asking != "turn":
            return "The robot does not wait for a turn now."
        if self._asked.number == self._answered:
            return "A turn is being made already; the front button of the head says that it is done."
        try:
            self._told = turn_text(directed_turn(record, text))
        except DirectedTurnError as error:
            return str(error)
        return None

    def press(self, button: str) -> None:
        """Press a button of the robot, whatever it is for."""
        self._handling.press(button)
        self._handling.leave()

    def step(self, time_ns: int) -> None:
        """Look up now and then; begin what is to be done after a moment of thought."""
        if time_ns % LOOKS_NS or not self.habits.answers:
            return
        called = self._is_called(time_ns) and self._world.hand.is_away
        if self._reaction.is_due(time_ns, called=called):
            assert self._asked is not None
            self._act(self._asked)
            self._handling.leave()
            self._answered, self._done_ns = self._asked.number, time_ns

    def _is_called(self, time_ns: int) -> bool:
        if self._asked is None or self._asked.asking == "nothing":
            return False
        if self._asked.asking == "turn" and self._waits_to_be_told():
            return bool(self._told)
        if self.other is not None and self._asked.asking == "turn":
            return self._asked.number != self._answered
        if self.other is not None and self._asked.asking == "start" and self._is_robots_turn():
            return self.other.waits  # the other robot has stood aside
        return self._asked.number != self._answered or time_ns - self._done_ns > AGAIN_NS

    @property
    def waits(self) -> bool:
        """Whether the robot beside this person waits for a turn."""
        return self._asked is not None and self._asked.asking == "turn"

    def _waits_to_be_told(self) -> bool:
        return bool(self._told_sides) and (self._game is None or self._game.turn in self._told_sides)

    def _is_robots_turn(self) -> bool:
        return self._game is not None and self._game.turn in self._game.robot

    def _act(self, asked: PersonAsked) -> None:
        is_new = asked.number != self._answered
        if asked.asking == "turn" and self._game is not None:
            self._turned_after = self._game.turns
        match asked.asking:
            case "start":
                self._do("starts")
                self._handling.press("head front")
            case "turn" if self.other is not None:
                self._handling.press("head front", robot=self.other.robot)
            case "turn" if self._told:
                self._make(turn_from_text(self._told))
                self._told = ""
                self._handling.press("head front")
            case "turn":
                if is_new:
                    self._make_turn()
                if not is_new or self._random.random() >= self.habits.forgets_rate:
                    self._handling.press("head front")
                if is_new and self._random.random() < self.habits.lingers_rate:
                    self._linger()
            case "hand over":
                self._hand_over(asked)
            case "take":
                self._take(asked)
            case "put right":
                self._do("puts right")
                self._handling.clear_strays()
                self._handling.correct(tuple(correction_of(step) for step in asked.corrections))
                self._handling.press("head middle")
            case "help":
                self._help()

    def _make_turn(self) -> None:
        record = self._record()
        if record is None or record.outcome is not None:
            return
        now, cheat = self._sees(), None
        if self._random.random() < self.habits.cheat_rate:
            cheat = self._feasible_cheat(record, now)
        if cheat is not None:
            wanted = Position(cheat.board.white, cheat.board.black)
            self._happen("cheat", f"cheats: {cheat.name.replace('_', ' ')}")
            self._handling.correct(corrections(now, wanted, before=record.position))
        else:
            self._make(self._player.choose(record, self._random).move)
        if self._random.random() < self.habits.nudge_rate and self._handling.nudge() is not None:
            self._do("nudges a man")  # what that leaves is to be seen

    def _feasible_cheat(self, record: GameRecord, now: SeenBoard) -> Cheat | None:
        """Draw a cheat for which there are men enough on the board and beside it; None: play honestly."""
        spare = self._handling.spare_men()
        for _ in range(CHEAT_DRAWS):
            cheat = inject(record, self._random)
            if cheat is None:
                return None
            if all(
                cheat.board.men(side).bit_count() <= now.men(side).bit_count() + len(spare[side.colour])
                for side in Side
            ):
                return cheat
        return None

    def _linger(self) -> None:
        """Leave the hand over the board while the robot already looks at it."""
        self._happen("hand in the way", "leaves the hand over the board")
        self._handling.linger(LINGERS_S)

    def _make(self, turn: Turn) -> None:
        """Move the men of a turn."""
        record = self._record()
        assert record is not None
        self._do(f"plays {turn_text(turn)}")
        before = record.position
        self._handling.correct(corrections(self._sees(), apply(before, turn), before=before))

    def _hand_over(self, asked: PersonAsked) -> None:
        wrong = self._random.random() < self.habits.wrong_man_rate
        colour = 1 - asked.colour if wrong else asked.colour
        men = self._handling.spare_men()[colour]
        if not men:
            self._do(f"has no man of colour {colour} to hand over")
            return
        if wrong:
            self._happen("wrong man", "hands over a man of the wrong colour")
        else:
            self._do("hands over a man")
        self._handling.hand_over(men[0], asked.hand)

    def _take(self, asked: PersonAsked) -> None:
        held = [man.number for man in self._world.men.men if self._world.held_by(man.number)]
        if held:
            self._do("takes a man")
            self._handling.take(held[0], asked.hand)

    def _help(self) -> None:
        """Stand the robot up where it was, and the men where the game is.

        A turn that was made and is not part of the game yet is left on the board, to be judged.
        """
        self._do("helps")
        self._world.steady_robot(robot=self.robot)
        record = self._record()
        if self._game is not None and record is not None and self._game.turns != self._turned_after:
            self._handling.clear_strays()
            position = record.position
            self._handling.correct(corrections(self._sees(), position, before=position))
        self._handling.press("head middle")

    def _record(self) -> GameRecord | None:
        return None if self._game is None else record_from_texts(self._game.start, self._game.turns)

    def _sees(self) -> SeenBoard:
        state = self._world.true_state()
        white, black = (
            mask_of(point for point, colour in enumerate(state) if colour == wanted) for wanted in (0, 1)
        )
        return SeenBoard(white, black)

    def _happen(self, kind: IncidentKind, what: str) -> None:
        self._do(what)
        self.incidents.append(Incident(self._world.physics.time_ns * 1e-9, kind, what))

    def _do(self, what: str) -> None:
        self.deeds.append(f"{self._world.physics.time_ns * 1e-9:.1f} s: {what}")


def persons_at(
    world: MorrisTable, options: MorrisWorldOptions, streams: RandomStreams
) -> tuple[MorrisPerson, ...]:
    """One person; or one beside each of two robots, who only helps and passes the turn on."""
    if options.person is None:
        return ()
    persons = tuple(
        MorrisPerson(
            world,
            habits=HABITS[options.person],
            random=streams.stream("person" if robot == 0 else f"person {robot}"),
            told=options.person_told,
            robot=robot,
        )
        for robot in range(len(options.stations))
    )
    if len(persons) == 2:
        persons[0].other, persons[1].other = persons[1], persons[0]
    return persons
