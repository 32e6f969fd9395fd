"""The chess world: an arm at a table with a board, 32 pieces, a camera above, and a person's hand."""

from dataclasses import replace

import chess
import mujoco
import numpy as np

from ludens.games.chess.rules.arrangement import arrange, carried_out
from ludens.games.chess.rules.configuration import PieceConfiguration, home
from ludens.games.chess.rules.places import OFF, PIECES, PiecePlace
from ludens.games.chess.workcell.arm_setup import REST_RAD
from ludens.games.chess.workcell.measures import Measures
from ludens.games.chess.workcell.table_view import BASE_FROM_CAMERA, CAMERA
from ludens.games.chess.world.options import ChessWorldOptions
from ludens.games.chess.world.person import person_at
from ludens.games.chess.world.plate import add_plate, take_plate_off
from ludens.games.chess.world.scenery import FLOOR_Z_M, dressed, put_down
from ludens.games.chess.world.table import add_pieces, add_table, piece_body
from ludens.geometry import FloatArray, Transform3
from ludens.messages import SceneDescription, ScenePoses
from ludens.robots.iiwa.noise import IiwaNoise, load_noise
from ludens.sim.iiwa.robot import SimulatedIiwa
from ludens.sim.lighting.lamps import add_lamps, draw_lamps
from ludens.sim.lighting.surface_light import LitSurface, SurfaceLight, level_surface
from ludens.sim.parts.iiwa import ARM, add_iiwa
from ludens.sim.parts.model_spec import ModelSpec, add_viewpoint, empty_model_spec
from ludens.sim.parts.person import ELBOW_M, add_person_hand
from ludens.sim.person_hand import PersonHand
from ludens.sim.random_streams import RandomStreams
from ludens.sim.rendering import Renderer
from ludens.sim.scene import SceneView
from ludens.sim.scenery.person import PersonAtTable, Seat
from ludens.sim.sensors.camera import CameraSensor, MountedCamera, mounted_camera
from ludens.sim.world import Physics

STEP_NS = 2_000_000
ROBOT = "iiwa"
HAND_AWAY_M = np.array([1.45, 0.25, 0.25])
"""Where the person's hand rests: out of the camera's sight."""
SEAT = Seat(
    x_m=1.4,
    hips_z_m=-0.25,
    floor_z_m=FLOOR_Z_M,
    has_stool=True,
    away_m=tuple(HAND_AWAY_M.tolist()),
    rest_m=(0.92, 0.24, 0.02),
)
TABLE_HALF_M = (0.5, 0.5)
"""So far from the board's middle shadows are cast."""
MOST_MISSED_M = 0.03
"""How far from the middle of the board the camera may look: somebody has aimed it."""


class ChessWorld:
    """Everything there is, with the truth about it for scoring."""

    def __init__(self, options: ChessWorldOptions, *, seed: int) -> None:
        streams = RandomStreams(seed)
        noise = load_noise(options.noise)
        self.measures = Measures(white_is_near=options.white_is_near)
        self.base_from_board = _laid_down(self.measures, noise, streams.stream("board"))
        self.mounted = mounted = _set_up_camera(noise, streams.stream("camera mount"))
        configuration = start_configuration(options.fen)
        spec = self._make_spec(noise, streams, mounted, configuration)
        self._has_plate, self._plate_lies_aside = options.plate, False
        if options.plate:
            add_plate(spec, random=streams.stream("plate"), noise=noise)
        self.physics = Physics(spec, step_ns=STEP_NS)
        model, data = self.physics.model, self.physics.data
        data.qpos[: len(REST_RAD)] = REST_RAD
        self.physics.refresh()
        self._renderer = Renderer(
            model,
            data,
            width_px=CAMERA.width_px,
            height_px=CAMERA.height_px,
            light=SurfaceLight(model, data, self._surfaces(), gloss=noise.light.gloss),
        )
        self._scene = SceneView(model, data)
        tops_m = float(self.base_from_board.translation[2]) + self.measures.piece_height_m
        things = [piece_body(piece.id) for piece in PIECES]
        self.hand = PersonHand(model, data, things=things, away_m=HAND_AWAY_M, clear_m=tops_m)
        self.physics.before_step.append(self.hand.step)
        self.arm = SimulatedIiwa(
            self.physics,
            name="",
            body_name=ROBOT,
            start_rad=REST_RAD,
            noise=noise,
            streams=streams,
            camera=self._camera(mounted, noise, streams) if options.render else None,
        )
        self.robots = (self.arm,)
        self._figure = PersonAtTable(SEAT, elbow_m=ELBOW_M)
        self.person = person_at(self, options, streams)
        if self.person is not None:
            self.physics.before_step.append(self.person.step)

    def advance_to(self, time_ns: int) -> None:
        """Let time pass until the last physics step that ends no later than `time_ns`."""
        self.physics.advance_to(time_ns)

    def scene(self, time_ns: int) -> SceneDescription:
        """Return what is there, for onlookers."""
        scene = dressed(self._scene.description(time_s=time_ns * 1e-9), self.measures)
        return scene if self.person is None else self._figure.added_to(scene)

    def scene_poses(self, time_ns: int) -> ScenePoses:
        """Return where it is now, for onlookers."""
        poses = self._scene.poses(time_s=time_ns * 1e-9)
        if self.person is not None:
            poses = self._figure.placed_in(poses, tip_m=self.hand.tip_m)
        return put_down(poses) if self._plate_lies_aside else poses

    def take_plate_off(self) -> None:
        """Unscrew the calibration plate, if it is there."""
        if self._has_plate:
            take_plate_off(self.physics.model)
            self._renderer.forget()
            self._has_plate, self._plate_lies_aside = False, True

    def close(self) -> None:
        """Give the drawing context back. May be called twice."""
        self._renderer.close()

    # ------------------------------------------------------------------ the truth, for scoring and the person

    def board_from_piece(self, piece: int) -> Transform3:
        """Return where a piece really is, on the board's frame; its origin is the piece's middle."""
        body = self.physics.data.body(piece_body(piece))
        return self.base_from_board.inverse() @ Transform3(body.xmat.reshape(3, 3), body.xpos)

    def true_configuration(self) -> PieceConfiguration:
        """Return the place of every piece: that whose square its middle is over, else off the board."""
        middles_m = self.measures.middles()
        places = []
        for piece in PIECES:
            x_m, y_m, _ = self.board_from_piece(piece.id).translation.tolist()
            away_m = np.abs(middles_m - (x_m, y_m)).max(axis=1)
            nearest = int(away_m.argmin())
            places.append(PiecePlace(nearest) if away_m[nearest] <= 0.5 * self.measures.square_m else OFF)
        return PieceConfiguration(tuple(places))

    def place_in_base(self, place: PiecePlace) -> FloatArray:
        """Return the middle of a place's surface in the frame of the robot's base; what is off lies aside."""
        middle = self.measures.middle_of(place)
        if middle is None:
            return np.array([0.05, 0.55, 0.0])
        height_m = 0.0 if place.square is not None else -self.measures.board_thickness_m
        return self.base_from_board.apply((*middle, height_m))

    def push_board(self, by_m: tuple[float, float]) -> None:
        """Push the board over the table, in the frame of the robot's base; what stands on it goes along."""
        shift_m = np.array([*by_m, 0.0])
        data, model = self.physics.data, self.physics.model
        for piece, place in enumerate(self.true_configuration().places):
            if place.square is not None:
                address, _ = self.hand.addresses(piece)
                data.qpos[address : address + 3] += shift_m
        model.body("board").pos[:] += shift_m
        self.base_from_board = Transform3.from_translation(*shift_m) @ self.base_from_board
        # Where things may sleep, what has no joints is taken to stand where it stood at the beginning.
        flags = model.opt.enableflags
        model.opt.enableflags = flags & ~int(mujoco.mjtEnableBit.mjENBL_SLEEP)
        self.physics.refresh()
        model.opt.enableflags = flags

    # ------------------------------------------------------------------ building

    def _make_spec(
        self,
        noise: IiwaNoise,
        streams: RandomStreams,
        mounted: MountedCamera,
        configuration: PieceConfiguration,
    ) -> ModelSpec:
        spec = empty_model_spec("chess")
        spec.visual.global_.offwidth, spec.visual.global_.offheight = CAMERA.width_px, CAMERA.height_px
        spec.option.enableflags |= int(mujoco.mjtEnableBit.mjENBL_SLEEP)  # pieces that rest cost nothing
        draws = streams.stream("domain")
        shift_m = draws.normal(0.0, 1.0, 2) * noise.domain.light_position_sigma_m
        level = float(np.clip(1.0 + noise.domain.light_level_sigma * draws.normal(), 0.35, 1.5))
        lamps = draw_lamps(
            noise.light,
            above_m=(1.0 + float(shift_m[0]), -0.6 + float(shift_m[1])),
            looks_at_m=(float(self.base_from_board.translation[0]), 0.0, 0.0),
            level=level,
            random=streams.stream("lamps"),
        )
        add_lamps(spec, lamps)
        add_iiwa(spec, name=ROBOT)
        add_table(spec, self.measures, base_from_board=self.base_from_board)
        add_pieces(
            spec,
            self.measures,
            configuration=configuration,
            base_from_board=self.base_from_board,
            variation=noise.domain,
            random=draws,
        )
        add_person_hand(spec, away_m=HAND_AWAY_M, felt_by=ARM)
        add_viewpoint(
            spec.worldbody,
            name=f"{ROBOT}/camera",
            body_from_camera=mounted.robot_from_camera,
            camera=mounted.camera,
        )
        return spec

    def _surfaces(self) -> list[LitSurface]:
        """Return what shadows fall on: table, board, and the tops of pieces on the board and beside it."""
        x_m, y_m, board_m = self.base_from_board.translation.tolist()
        high_m, table_m = self.measures.piece_height_m, board_m - self.measures.board_thickness_m
        surfaces = [
            level_surface((x_m, y_m, height_m), TABLE_HALF_M)
            for height_m in (table_m, board_m, board_m + high_m)
        ]
        taken = level_surface((x_m, y_m, table_m + high_m), TABLE_HALF_M)
        # Pieces on the board are higher, but none stands beside a taken one.
        return [*surfaces, replace(taken, least_rise_m=2.0 * self.measures.board_thickness_m)]

    def _camera(self, mounted: MountedCamera, noise: IiwaNoise, streams: RandomStreams) -> CameraSensor:
        return CameraSensor(
            self.physics.model,
            self.physics.data,
            robot=ROBOT,
            group=None,
            mounted=mounted,
            renderer=self._renderer,
            noise=noise.camera,
            random=streams.stream("camera"),
        )


def start_configuration(fen: str) -> PieceConfiguration:
    """Return a configuration that shows a position; what is not on the board is in its slot."""
    board = chess.Board(fen)
    return carried_out(arrange(board, home()), home())


def _set_up_camera(noise: IiwaNoise, random: np.random.Generator) -> MountedCamera:
    """Return the camera on a stand put up by hand: tilted, but aimed at the board, as somebody has looked."""
    mounted = mounted_camera(
        noise=noise.camera, random=random, nominal_place=BASE_FROM_CAMERA, nominal=CAMERA
    )
    eye_m, forward = mounted.robot_from_camera.translation, mounted.robot_from_camera.rotation[:, 0]
    looks_at_m = eye_m - forward * (eye_m[2] / forward[2])
    meant_m = BASE_FROM_CAMERA.translation * (1.0, 1.0, 0.0)
    missed_m = np.clip(looks_at_m - meant_m, -MOST_MISSED_M, MOST_MISSED_M)
    place_m = eye_m + meant_m + missed_m - looks_at_m
    return replace(mounted, robot_from_camera=Transform3(mounted.robot_from_camera.rotation, place_m))


def _laid_down(measures: Measures, noise: IiwaNoise, random: np.random.Generator) -> Transform3:
    """Return where the board really lies: put down by hand, not quite as meant."""
    x_m, y_m = (random.normal(0.0, 1.0, 2) * noise.domain.board_position_sigma_m).tolist()
    yaw_rad = float(random.normal()) * noise.domain.board_rotation_sigma_rad
    meant_from_real = Transform3.from_rpy(yaw_rad=yaw_rad, translation=(x_m, y_m, 0.0))
    return measures.base_from_board() @ meant_from_real
