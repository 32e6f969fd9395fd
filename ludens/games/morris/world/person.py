"""A simulated person at the table: plays, hands men over and takes them, helps, presses the head's buttons.

It sees the table as people do, so it may know the truth about it, and hears what the robot says. Like people
it is not exact, forgets, or cheats, as its habits are. It makes its own turn, from what stands on the board,
and nothing else: a mistake of the robot stays where it is until the robot mends it or asks for that in words.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ludens.games.morris.decide.players import make_player
from ludens.games.morris.judge import SeenBoard
from ludens.games.morris.judge.corrections import BoardCorrection, corrections
from ludens.games.morris.judge.injector import Cheat, Kinds, inject
from ludens.games.morris.rules import (
    GameRecord,
    Position,
    Side,
    Turn,
    mask_of,
    new_game,
    record_from_texts,
    turn_from_text,
    turn_text,
)
from ludens.games.morris.world.handling import (
    Incident,
    IncidentKind,
    ManHandling,
    MorrisHabits,
    MorrisTable,
    correction_of,
    habits_of,
)
from ludens.games.morris.world.options import MorrisWorldOptions
from ludens.messages import Message
from ludens.messages.morris_game import MorrisGame, MorrisIntent, PersonAsked
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


@dataclass(frozen=True, slots=True)
class MadeTurn:
    """A turn that a person has made: after which turns of the game, and what it was.

    `board` is what a cheat left; an honest turn (`turn`) is recognised by its men.
    """

    after: tuple[str, ...]
    board: SeenBoard
    turn: Turn | None = None


class MorrisPerson:
    """Does what the robot asks, and plays the sides that the robot does not.

    For a side that is `told` the person waits until a player wants a turn, and only then makes it. One
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
        self.counts: Counter[str] = Counter()  # of help that was asked for and given, and of nudges
        self._game: MorrisGame | None = None
        self._asked: PersonAsked | None = None
        self._answered = -1  # the number of the last request that was dealt with
        self._made: MadeTurn | None = None  # the last one
        self._done_ns = 0
        self._stood_up = -1  # the number of the request for which the robot was stood up last

    def hear(self, message: Message) -> None:
        """Listen to the robot."""
        if isinstance(message, MorrisGame):
            if self._game is not None and self._game.turns != message.turns:
                self._told = ""  # it was said for a board that is no more
            self._game = message
        elif isinstance(message, PersonAsked):
            self._asked = message
        elif isinstance(message, MorrisIntent) and message.name == "turn" and self._told_sides:
            is_asked = self._asked is not None and self._asked.number != self._answered
            self._told = message.turn if self.waits and is_asked else self._told

    def press(self, button: str) -> None:
        """Press a button of the robot, whatever it is for."""
        self._handling.press(button)
        self._handling.leave()

    def step(self, time_ns: int) -> None:
        """Look up now and then; begin what is to be done after a moment of thought."""
        if time_ns % LOOKS_NS or not self.habits.answers:
            return
        has_time = self._world.hand.is_away and not self._world.is_carried(robot=self.robot)
        if self._reaction.is_due(time_ns, called=has_time and self._is_called(time_ns)):
            assert self._asked is not None
            if self._asked.asking == "help" and self._stands_it_up(self._asked.number):
                return  # the rest once the robot stands
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
        match asked.asking:
            case "start":
                self._do("starts")
                self._handling.press("head front")
            case "turn" if self.other is not None:
                self._handling.press("head front", robot=self.other.robot)
            case "turn" if self._told:
                self._make_told(turn_from_text(self._told))
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
                self.counts["put right"] += 1
                self._put_right(asked)
                self._handling.press("head middle")
            case "help":
                self._do("helps")
                self.counts["helped"] += 1
                self._put_right(asked)
                self._handling.press("head middle")

    def _stands_it_up(self, request: int) -> bool:
        """Take the robot in both hands where it lies or leans, once for a request; return whether it does."""
        is_new, self._stood_up = self._stood_up != request, -1
        if not is_new or not self._world.steady_robot(robot=self.robot):
            return False
        self._stood_up = request
        self._do("stands the robot up")
        return True

    def _put_right(self, asked: PersonAsked) -> None:
        """Move the men that the robot has named, and no others."""
        self.counts["men put right"] += len(asked.corrections)
        self._handling.correct(tuple(correction_of(step) for step in asked.corrections), strays_first=True)

    def _make_turn(self) -> None:
        record = self._seen_record()
        if record is None or self._turn_stands():
            return
        assert self._game is not None
        now, cheat = self._sees(), None
        if self._random.random() < self.habits.cheat_rate:
            cheat = self._feasible_cheat(record, now)
        if cheat is not None:
            wanted = Position(cheat.board.white, cheat.board.black)
            self._happen("cheat", f"cheats: {cheat.name.replace('_', ' ')}", right=cheat.right)
            self._handling.correct(corrections(now, wanted, before=record.position))
            self._made = MadeTurn(self._game.turns, cheat.board)
        elif (turn := self._own_turn(record)) is not None:
            self._make(turn)
        else:
            self._do("sees no turn on this board")
        if self._random.random() < self.habits.nudge_rate and self._handling.nudge() is not None:
            self._do("nudges a man")  # what that leaves is to be seen
            self.counts["nudges"] += 1

    def _turn_stands(self) -> bool:
        """Whether the turn that is asked for was made before and nobody has undone it since."""
        if self._game is None or self._made is None or self._made.after != self._game.turns:
            return False
        now, made = self._sees(), self._made
        if made.turn is None:
            return now == made.board
        own, turn = now.men(Side(self._game.turn)), made.turn
        left = turn.origin is None or not own >> turn.origin & 1
        return left and bool(own >> turn.target & 1)

    def _own_turn(self, record: GameRecord) -> Turn | None:
        """Choose a turn; where the game seems to be over by what stands there, one the robot's record allows.

        None: the board allows none of these either.
        """
        if record.outcome is None:
            return self._player.choose(record, self._random).move
        told = self._record()
        if told is None:
            return None
        possible = [turn for turn in told.legal_turns() if self._is_feasible(turn, told.side_to_move)]
        return possible[int(self._random.integers(len(possible)))] if possible else None

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

    def _make_told(self, turn: Turn) -> None:
        """Make the turn that a player wants; where the men do not stand for it, the robot shall look."""
        if self._game is not None and self._is_feasible(turn, Side(self._game.turn)):
            self._make(turn)
        else:
            self._do(f"cannot play {turn_text(turn)} on this board")

    def _is_feasible(self, turn: Turn, side: Side) -> bool:
        """Whether the men stand so that a turn can be made."""
        now = self._sees()
        own, other = now.men(side), now.men(side.other)
        return (
            not (own | other) >> turn.target & 1
            and (turn.origin is None or bool(own >> turn.origin & 1))
            and (turn.captured is None or bool(other >> turn.captured & 1))
        )

    def _make(self, turn: Turn) -> None:
        """Move the men of a turn, and no others."""
        assert self._game is not None
        self._do(f"plays {turn_text(turn)}")
        side, now = Side(self._game.turn), self._sees()
        self._handling.correct(
            (
                BoardCorrection(side, turn.origin, turn.target),
                *(() if turn.captured is None else (BoardCorrection(side.other, turn.captured, None),)),
            )
        )
        self._made = MadeTurn(self._game.turns, now, turn)

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

    def _record(self) -> GameRecord | None:
        """The game as the robot tells it."""
        return None if self._game is None else record_from_texts(self._game.start, self._game.turns)

    def _seen_record(self) -> GameRecord | None:
        """The game with the men that really stand on the board; what it was before counts only if they agree.

        None: no game is played, or it is over.
        """
        record = self._record()
        if record is None or record.outcome is not None:
            return None
        now, told = self._sees(), record.position
        if (now.white, now.black) == (told.white, told.black):
            return record
        most = record.variant.men
        seen = replace(
            told,
            white=now.white,
            black=now.black,
            white_in_hand=max(0, min(told.white_in_hand, most - now.white.bit_count())),
            black_in_hand=max(0, min(told.black_in_hand, most - now.black.bit_count())),
        )
        return new_game(record.variant, start=seen, turns_without_mill=record.turns_without_mill)

    def _sees(self) -> SeenBoard:
        """What stands on the board; a man beside a free point counts as standing there."""
        men = self._world.men.men
        colours = {point: men[numbers[0]].colour for point, numbers in self._handling.standing().items()}
        white, black = (
            mask_of(point for point, colour in colours.items() if colour == wanted) for wanted in (0, 1)
        )
        return SeenBoard(white, black)

    def _happen(self, kind: IncidentKind, what: str, *, right: tuple[Kinds, ...] = ()) -> None:
        self._do(what)
        self.incidents.append(Incident(self._world.physics.time_ns * 1e-9, kind, what, right))

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
            habits=habits_of(options.person, world.variation),
            random=streams.stream("person" if robot == 0 else f"person {robot}"),
            told=options.person_told,
            robot=robot,
        )
        for robot in range(len(options.stations))
    )
    if len(persons) == 2:
        persons[0].other, persons[1].other = persons[1], persons[0]
    return persons
