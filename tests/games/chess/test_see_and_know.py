import chess
import numpy as np
import pytest
from msgspec import structs

from ludens.games.chess.rules.configuration import home
from ludens.games.chess.rules.places import OFF, on_square
from ludens.messages import CameraImage
from tests.games.chess.sights import Sights

LONE_KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
HALF_PIECE_M = np.array([0.0, 0.0, 0.010])


@pytest.mark.parametrize(("noise", "within_m"), [("default", 0.001), ("harsh", 0.002)])
def test_every_piece_is_seen_where_it_is_to_a_millimetre_or_two(noise, within_m):
    with Sights(seed=911, noise=noise) as sights:
        seen, _ = next(sights.pictures(seconds=1.0))

        assert sorted(piece.number for piece in seen.pieces) == list(range(32))
        assert seen.covered == ()
        for piece in seen.pieces:
            truth = sights.world.board_from_piece(piece.number)
            assert np.hypot(piece.x_m - truth.translation[0], piece.y_m - truth.translation[1]) < within_m
            assert abs(piece.yaw_rad - np.arctan2(truth.rotation[1, 0], truth.rotation[0, 0])) < 0.03


@pytest.mark.parametrize("seed", [918, 919])
def test_shadows_of_a_low_lamp_cover_no_place_and_what_lies_in_one_still_does(seed):
    fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
    with Sights(seed=seed, noise="default+lamp-aside", fen=fen) as sights:
        assert all(seen.covered == () for seen, _ in sights.pictures(seconds=0.5))
        assert sights.watch(seconds=0.1).settled

        sights.world.hand.hover(sights.world.place_in_base(on_square(chess.D5)), seconds=3.0)
        covered = {place for seen, _ in sights.pictures(seconds=2.0) for place in seen.covered}

        assert {on_square(chess.D6).number, on_square(chess.D7).number} <= covered


def test_a_lamp_mirrored_by_a_varnished_board_covers_no_place_and_a_hand_in_its_spot_still_does():
    fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
    with Sights(seed=923, noise="default+glossy", fen=fen) as sights:
        mirrors = {place for seen, _ in sights.pictures(seconds=0.3) for place in seen.covered}
        assert on_square(chess.F4).number in mirrors  # at first; what is as faint as on g5 never is
        assert on_square(chess.G5).number not in mirrors
        assert sights.watch(seconds=1.0).settled

        sights.world.hand.hover(sights.world.place_in_base(on_square(chess.G4)), seconds=3.0)
        covered = {place for seen, _ in sights.pictures(seconds=2.0) for place in seen.covered}

        assert {on_square(chess.G5).number, on_square(chess.G7).number} <= covered


def test_a_hand_hides_pieces_and_half_a_second_after_it_leaves_the_new_configuration_is_settled():
    with Sights(seed=912) as sights:
        assert sights.watch(seconds=0.5).settled
        target_m = sights.world.place_in_base(on_square(chess.E4)) + HALF_PIECE_M
        sights.world.hand.carry(19, target_m + np.array([0.004, -0.005, 0.0]), yaw_rad=0.2)
        sights.world.hand.leave()
        hidden = [believed.hidden for _, believed in sights.pictures(seconds=2.5)]
        assert any(hidden)
        while not sights.world.hand.is_away:
            sights.watch(seconds=0.1)

        believed = sights.watch(seconds=0.5)

        assert believed.settled
        assert believed.places == sights.true_places()
        assert believed.places[19] == on_square(chess.E4).number
        assert believed.troubles == ()


def test_while_a_hand_is_over_the_board_nothing_is_settled_and_nothing_is_lost():
    with Sights(seed=913) as sights:
        sights.watch(seconds=0.4)
        sights.world.hand.hover(sights.world.place_in_base(on_square(chess.D7)), seconds=3.0)
        sights.watch(seconds=2.0)

        believed = sights.watch(seconds=1.0)

        assert believed.hidden
        assert not believed.settled
        assert believed.places == tuple(place.number for place in home().places)


def test_a_piece_taken_off_the_table_is_off():
    with Sights(seed=914) as sights:
        sights.watch(seconds=0.4)
        sights.world.hand.carry(8, sights.world.place_in_base(OFF) + HALF_PIECE_M)
        sights.world.hand.leave()
        while not sights.world.hand.is_away:
            sights.watch(seconds=0.1)

        believed = sights.watch(seconds=1.0)

        assert believed.settled
        assert believed.places == sights.true_places()
        assert believed.places[8] == OFF.number


def test_a_piece_on_a_line_two_on_a_square_and_one_on_its_side_have_names():
    with Sights(seed=915) as sights:
        sights.watch(seconds=0.4)
        half_square_m = 0.5 * sights.world.measures.square_m
        between_m = sights.world.place_in_base(on_square(chess.A4)) + np.array([half_square_m, 0.0, 0.010])
        place, _ = sights.world.hand.addresses(20)
        data = sights.world.physics.data
        data.qpos[place : place + 3] = between_m
        place, _ = sights.world.hand.addresses(21)
        data.qpos[place : place + 3] = sights.world.place_in_base(on_square(chess.F5)) + np.array(
            [0.0, 0.0, 0.0205]
        )
        data.qpos[place + 3 : place + 7] = (np.sqrt(0.5), np.sqrt(0.5), 0.0, 0.0)
        sights.world.physics.refresh()

        believed = sights.watch(seconds=1.5)

        kinds = {(trouble.kind, trouble.place) for trouble in believed.troubles}
        assert ("between", on_square(chess.A4).number) in kinds or (
            "between",
            on_square(chess.A5).number,
        ) in kinds
        assert ("covered", on_square(chess.F5).number) in kinds
        assert not believed.settled


def test_the_board_shows_the_same_from_blacks_side():
    with Sights(seed=916, white_is_near=False) as sights:
        sights.eyes.parameters = type(sights.eyes.parameters)(white_is_near=False)
        sights.eyes.start()
        sights.beliefs.parameters = type(sights.beliefs.parameters)(white_is_near=False)
        sights.beliefs.start()

        believed = sights.watch(seconds=0.5)

        assert believed.settled
        assert believed.places == sights.true_places() == tuple(place.number for place in home().places)


def test_a_pattern_as_bright_as_its_ground_covers_a_place():
    with Sights(seed=916, fen=LONE_KINGS) as sights:
        assert sights.watch(seconds=1.0).settled
        (image,) = sights.world.arm.sources[1].capture(sights.world.physics.time_ns)
        assert isinstance(image, CameraImage)
        place = on_square(chess.D4).number
        column, row = sights.eyes._places_px[place].round().astype(int)
        pixels = image.pixels_rgb.copy()
        ground = pixels[row, column].astype(float)
        for stripe in range(-20, 20, 8):
            pixels[row - 20 : row + 20, column + stripe : column + stripe + 4] = 0.3 * ground
            pixels[row - 20 : row + 20, column + stripe + 4 : column + stripe + 8] = np.minimum(
                1.7 * ground, 255
            )

        seen = sights.eyes.cycle(
            structs.replace(image, pixels_rgb=pixels), sights.calibration, sights.believed
        )

        assert seen.covered == (place,)
