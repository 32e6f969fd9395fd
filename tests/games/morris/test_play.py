"""The humanoid's game as it is wired: eyes, keeper, body and the simulated person, in physics."""

import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import behind
from ludens.core.errors import LudensError
from ludens.core.runtime.game import Launch
from ludens.drivers.simulation import SimulationDriver
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.experiments.referee import MorrisReferee
from ludens.games.morris.game_flow import GameManager
from ludens.games.morris.options import MorrisPlayOptions
from ludens.games.morris.page import PAGE
from ludens.games.morris.play import GAME, MORRIS, TWO, conclude, setup_for
from ludens.games.morris.rules import Side, position_from_fen
from ludens.games.morris.world import MorrisWorld
from ludens.messages.speech import Reply
from ludens.table.kept_games import game_to_resume
from ludens.table.utterances import say


def launch(**options) -> Launch:
    wanted = MorrisPlayOptions(learn=False, calibrate=False, **options)
    return Launch(GAME, MORRIS, wanted, 930, Configuration.load(MORRIS.sections()))


def test_a_referee_sees_with_its_own_eyes_what_the_person_plays_and_keeps_it(tmp_path):
    path = tmp_path / "games.sqlite"
    with launch(white="person", black="person", person="perfect", games=str(path)).start(
        on_fault="stop"
    ) as run:
        driver = behind(run.driver, SimulationDriver)
        assert driver is not None
        world = driver.world
        assert isinstance(world, MorrisWorld)
        referee = MorrisReferee(world)
        run.observers.append(referee)
        while run.time_s < 30.0 and (referee.game is None or len(referee.game.turns) < 1):
            run.step()
        told = conclude(run)
    assert [colour for colour in world.true_state() if colour is not None] == [0]
    assert referee.counts["scans"] >= 1
    assert referee.counts["wrong_scans"] == 0
    assert referee.game is not None
    assert told is not None
    assert referee.game.turns[0] in told
    assert game_to_resume(path, MORRIS_GAME).record.turns


def test_a_game_goes_on_from_men_that_stand_on_the_board_and_the_robot_sees_them():
    position = "*****@**/**@*@OO@/O*O****O w m s 5 0 4 0"
    with launch(fen=position, person="perfect").start(on_fault="stop") as run:
        (keeper,) = (
            module
            for cycler in run.cyclers
            for module in cycler.modules.values()
            if isinstance(module, GameManager)
        )
        while run.time_s < 8.0 and (keeper.table is None or keeper.table.state in ("init", "looking")):
            run.step()
        assert keeper.table is not None
        assert keeper.table.game.record.start == position_from_fen(position)
    with pytest.raises(LudensError, match="leave out --fen"):
        launch(fen=position, resume=True, games="kept.sqlite").start()


class Ear:
    """An observer that hears what the robots reply."""

    def __init__(self) -> None:
        self.replies: list[str] = []

    def on_outputs(self, time_ns, cycler, outputs) -> None:
        self.replies += [message.text for _, message in outputs if isinstance(message, Reply)]

    def on_delivery(self, delivery) -> None: ...

    def on_fault(self, fault) -> None: ...

    def close(self) -> None: ...


def replied(run, ear: Ear, text: str, robot: str = "") -> str:
    """What a robot answers when something is said to it."""
    assert say(run, robot, text) is None
    count = len(ear.replies)
    while len(ear.replies) == count:
        run.step()
    return ear.replies[-1]


def test_a_person_at_the_page_is_told_when_it_is_not_their_turn():
    ear = Ear()
    with launch(white="engine", black="human").start(observers=[ear]) as run:
        run.run_until(0.2)
        assert replied(run, ear, "a1") == "Please wait: it is not your turn."
        assert PAGE.talk is not None
        for button in PAGE.talk.buttons.values():
            assert button.action(run, "") is None


def test_a_person_may_choose_the_robots_turns_by_text():
    position = "*****@**/**@*@O**/O*O****O w m s 4 0 3 0"
    ear = Ear()
    directed = launch(fen=position, white="text", black="person", person="perfect")
    with directed.start(on_fault="stop", observers=[ear]) as run:
        (keeper,) = (
            module
            for cycler in run.cyclers
            for module in cycler.modules.values()
            if isinstance(module, GameManager)
        )
        while run.time_s < 8.0 and (keeper.table is None or keeper.table.state != "thinking"):
            run.step()
        run.run_until(run.time_s + 0.1)
        assert replied(run, ear, "a1-a7") == "There is no white man at a1 to move."
        assert conclude(run) is None
        assert replied(run, ear, "g4-g7xf4") == "All right, g4-g7xf4."
        run.run_until(run.time_s + 0.2)
        assert "1. g4-g7xf4" in (conclude(run) or "")
        assert replied(run, ear, "d7") == "The game is over."


def ordered(path, **options) -> tuple[tuple[Side, ...], str]:
    """Whom the robot plays when the kept game goes on, and how well."""
    with launch(games=str(path), resume=True, **options).start(on_fault="stop") as run:
        run.run_until(0.1)
        (table,) = (
            module.table
            for cycler in run.cyclers
            for module in cycler.modules.values()
            if isinstance(module, GameManager)
        )
    assert table is not None
    return table.game.robot, table.game.level


def test_a_game_that_goes_on_is_played_by_whom_it_was_begun(tmp_path):
    path = tmp_path / "games.sqlite"
    with launch(white="person", black="engine", level=3, games=str(path)).start(on_fault="stop") as run:
        run.run_until(0.1)
    assert ordered(path) == ((Side.BLACK,), "3")
    with pytest.raises(LudensError, match="white is 'person': leave out --white engine"):
        ordered(path, white="engine", black="person")


def test_two_robots_are_wired_each_with_its_side_and_somebody_beside_it_and_both_end():
    options = MorrisPlayOptions(white="engine", black="engine", learn=False, calibrate=False)
    assert setup_for(options) == TWO.name
    launched = Launch(GAME, TWO, options, 931, Configuration.load(TWO.sections()))
    ear = Ear()
    with launched.start(on_fault="stop", observers=[ear]) as run:
        run.run_until(0.1)
        tables = [
            module.table
            for cycler in run.cyclers
            for module in cycler.modules.values()
            if isinstance(module, GameManager) and module.table is not None
        ]
        assert [table.game.robot for table in tables] == [(Side.WHITE,), (Side.BLACK,)]
        assert [table.asking for table in tables] == ["start", "start"]
        first = run.driver.robots[0].name
        assert replied(run, ear, "a1", first).startswith("Nobody need tell me turns here")
        assert PAGE.talk is not None
        assert PAGE.talk.buttons["head rear"].action(run, first) is None
        while run.time_s < 12.0 and run.step() is not None:
            pass
        assert [table.state for table in tables] == ["over", "over"]
        assert run.time_s < 12.0  # and nobody goes on with a game that is over
