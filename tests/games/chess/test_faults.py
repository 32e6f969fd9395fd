from pathlib import Path
from typing import Any

import chess

from ludens.games.chess.game_flow import ChessGameManager
from ludens.games.chess.rules.places import on_square
from ludens.messages import PiecesBelieved
from ludens.table.utterances import say
from tests.games.chess.arm_table import ArmTable
from tests.games.chess.faults import ON_ITS_SIDE, SLOW_CAMERA, UPSIDE_DOWN, Lamp, lay, print_on
from tests.games.chess.sights import Sights

PAWN_AND_KINGS = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
D2_PAWN, E2_PAWN, BLACK_KING = 20, 19, 3


def named(believed: PiecesBelieved) -> set[tuple[str, tuple[int, ...]]]:
    return {(one.kind, one.pieces) for one in believed.troubles}


def test_in_the_dark_nothing_is_settled_and_when_the_light_is_on_again_nothing_was_forgotten():
    with Sights(seed=980, noise=SLOW_CAMERA) as sights:
        sights.watch(seconds=1.0)
        lamp = Lamp(sights.world)

        lamp.switch(on=False)
        believed = sights.watch(seconds=2.0)
        assert not believed.settled
        assert named(believed) == {("dark", ())}
        assert believed.places == sights.true_places()

        lamp.switch(on=True)
        believed = sights.watch(seconds=3.0)  # until it knows again where the board mirrors the lamp
        assert believed.settled
        assert believed.places == sights.true_places()


def test_a_marker_that_is_there_twice_hidden_foreign_or_upside_down_has_its_name():
    with Sights(seed=981, noise=SLOW_CAMERA, plate=True) as sights:
        world = sights.world
        world.take_plate_off()
        assert sights.watch(seconds=1.0).settled

        print_on(world, D2_PAWN, f"marker {BLACK_KING}")
        believed = sights.watch(seconds=1.0)
        assert named(believed) == {("doubled", (BLACK_KING,))}
        assert not believed.settled

        print_on(world, D2_PAWN, "white")
        believed = sights.watch(seconds=1.5)
        assert ("lying", (D2_PAWN,)) in named(believed)
        assert not believed.settled

        print_on(world, D2_PAWN, "plate")
        believed = sights.watch(seconds=1.0)
        assert any(one.kind == "foreign" for one in believed.troubles)
        assert not believed.settled

        print_on(world, D2_PAWN, f"marker {D2_PAWN}")
        assert sights.watch(seconds=1.0).settled
        lay(world, D2_PAWN, on_square(chess.D2), turned=UPSIDE_DOWN)
        believed = sights.watch(seconds=1.75)
        assert ("lying", (D2_PAWN,)) in named(believed)


def test_two_pieces_on_one_square_are_named_with_the_square():
    with Sights(seed=982, noise=SLOW_CAMERA) as sights:
        sights.watch(seconds=0.75)
        lay(sights.world, D2_PAWN, on_square(chess.E4), beside_m=(-0.0204, 0.0))
        lay(sights.world, E2_PAWN, on_square(chess.E4), beside_m=(0.0204, 0.0))

        believed = sights.watch(seconds=1.5)

        assert ("shared", (E2_PAWN, D2_PAWN)) in named(believed)


def test_a_piece_that_slips_off_the_magnet_in_flight_is_found_and_brought_where_it_belongs():
    with ArmTable(seed=970, fen=PAWN_AND_KINGS, white="text", black="human", noise=SLOW_CAMERA) as table:
        say(table.run, "", "e4")
        world = table.world
        table.run_until(lambda: world.board_from_piece(E2_PAWN).translation[0] > -0.09)  # over e3
        world.arm.magnet.is_dead = True
        table.run_until(lambda: not world.arm.magnet.is_on)
        world.arm.magnet.is_dead = False
        assert world.true_configuration()[E2_PAWN] == on_square(chess.E3)

        table.run_until(lambda: table.state == "waiting")

        assert table.is_right
        assert table.said == []


def test_with_a_dead_magnet_it_tries_again_and_then_asks_by_name_and_square():
    impatient = {ChessGameManager: {"attempts": 1}}
    with ArmTable(
        seed=972, fen=PAWN_AND_KINGS, white="text", black="human", noise=SLOW_CAMERA, parameters=impatient
    ) as table:
        table.world.arm.magnet.is_dead = True
        say(table.run, "", "e4")

        table.run_until(lambda: table.state == "asking")

        assert "My magnet holds nothing. Please put the white pawn from e2 to e4." in table.said[-1]
        assert table.world.true_configuration()[E2_PAWN] == on_square(chess.E2)


def test_a_piece_that_fell_over_is_asked_about_and_put_right_by_the_person_who_was_asked():
    with ArmTable(seed=973, fen=PAWN_AND_KINGS, white="person", black="human", noise=SLOW_CAMERA) as table:
        assert table.world.person is not None
        table.world.person.script.append("e2e4")
        table.run_until(lambda: "You played e4." in table.said)
        lay(table.world, E2_PAWN, on_square(chess.F5), turned=ON_ITS_SIDE)

        table.run_until(lambda: "Thank you." in table.said)

        asked = "The white pawn seems to have fallen over on f5. Please put the white pawn to e4."
        assert asked in table.said
        assert table.is_right


def test_killed_while_the_arm_carries_a_piece_the_game_goes_on_and_the_move_is_finished(tmp_path: Path):
    options: dict[str, Any] = {
        "white": "text",
        "black": "human",
        "noise": SLOW_CAMERA,
        "games": str(tmp_path / "games.sqlite"),
    }
    with ArmTable(seed=974, fen=PAWN_AND_KINGS, **options) as table:
        say(table.run, "", "e4")
        world = table.world
        table.run_until(lambda: world.board_from_piece(E2_PAWN).translation[0] > -0.09)  # over e3

        table.begin_anew(resume=True, **options)
        table.run_until(lambda: table.state == "repairing")
        table.run_until(lambda: table.state == "waiting")

        assert [move.uci() for move in table.session.game.record.moves] == ["e2e4"]
        assert table.is_right
        assert table.said == []
