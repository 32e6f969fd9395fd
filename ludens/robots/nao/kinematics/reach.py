"""Reach of an arm: for each place before the body, in which directions the hand can point there.

Space round the left shoulder is cut into voxels of 2 cm and their eighths, directions into 64 even parts. The
last of the arm's five joints turns the hand about the direction in which it points: so at a given place there
is only a curve of directions to choose from, and the palm can then be turned freely by the wrist. The right
arm's map is the left one's in the mirror. Arms do not reach into chest, belly and pelvis; that they may meet
each other, legs or a table is for those who plan to know.

The map takes some seconds to work out, so it is kept in the user's cache folder. The file's name holds a hash
of everything the map depends on; a file that cannot be read is made anew.
"""

import hashlib
import io
import logging
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludens.core.errors import LudensError
from ludens.core.foreign import reading
from ludens.geometry import FloatArray
from ludens.robots.nao.joints import HIGHEST_RAD, JOINTS, LIMITS, LOWEST_RAD
from ludens.robots.nao.kinematics.arms import LEFT_ARM, RIGHT_ARM, ArmSolution, solve_arm
from ludens.robots.nao.kinematics.posture import Posture
from ludens.robots.nao.kinematics.reach_sampling import STEPS, fill, golden_steps
from ludens.robots.nao.links import LINK_INDEX, LINKS
from ludens.robots.nao.places import PLACES
from ludens.robots.nao.shapes import SHAPES

VOXEL_M = 0.02
VOXELS = 24
"""Along each edge of a cube whose middle is the shoulder: an arm is 0.23 m long."""
DIRECTIONS = 64
POSTURES = 4_000_000
HAND_RADIUS_M = 0.02
CONE_RAD = 0.35
"""Somewhat more than half the width of one of the 64 parts."""
GOOD_M = 1e-3
STARTS = 5
LEAST_OCTANTS = 6
"""Of a voxel's eighths that must be reached for it to count: at the rim of the reach one is careful."""

MIRROR = np.array([1.0, -1.0, 1.0])
_ARM_SIGNS = np.array([1.0, -1.0, -1.0, -1.0, -1.0])


def even_directions(count: int = DIRECTIONS) -> FloatArray:
    """Return unit vectors (count, 3) spread evenly over all directions (a Fibonacci lattice)."""
    heights = 1.0 - (2.0 * np.arange(count) + 1.0) / count
    turns = np.pi * (3.0 - np.sqrt(5.0)) * np.arange(count)
    radii = np.sqrt(1.0 - heights**2)
    return np.column_stack((radii * np.cos(turns), radii * np.sin(turns), heights))


@dataclass(frozen=True, slots=True, eq=False)
class ReachMap:
    """Reach of both arms. Points and directions are in the torso's frame; hands point along their x."""

    postures: NDArray[np.uint8]  # (x, y, z, direction, joint): one that gets there, in steps of each range
    octants: NDArray[np.uint8]  # (x, y, z, direction): which eighths of the voxel are reached, a bit each
    ease_m3: NDArray[np.float32]  # (x, y, z): best manipulability, √det J Jᵀ

    def reachable(
        self,
        point_m: FloatArray,
        direction: FloatArray | None = None,
        *,
        left: bool,
        within_rad: float = CONE_RAD,
    ) -> bool:
        """Tell whether the grip can be there, the hand pointing within a cone about a direction if given."""
        found = self._voxel(point_m, left=left)
        if found is None:
            return False
        voxel, octant = found
        parts = self.octants[voxel]
        if direction is not None:
            parts = parts[self._cosines(direction, left=left) >= np.cos(within_rad)]
        together = int(np.bitwise_or.reduce(parts)) if parts.size else 0
        return bool(together >> octant & 1) and together.bit_count() >= LEAST_OCTANTS

    def share(self, point_m: FloatArray, *, left: bool) -> float:
        """Return the part of all directions, 0 to 1, in which the hand can point there."""
        found = self._voxel(point_m, left=left)
        return 0.0 if found is None else float((self.octants[found[0]] > 0).mean())

    def solve(
        self, point_m: FloatArray, direction: FloatArray | None = None, *, left: bool
    ) -> ArmSolution | None:
        """Return joints that bring the grip there, the hand as near to a direction as this place allows.

        The search begins in postures of the map. Nothing where the map knows of none.
        """
        starts = self._starts(point_m, direction, left=left)
        found = [self._solved(point_m, direction, start_rad, left=left) for start_rad in starts]
        return min(found, key=lambda one: (one.error_m > GOOD_M, one.error_rad, one.error_m), default=None)

    def _solved(
        self, point_m: FloatArray, direction: FloatArray | None, start_rad: FloatArray, *, left: bool
    ) -> ArmSolution:
        found = solve_arm(point_m, left=left, start_rad=start_rad)
        if direction is None:
            return found
        position_rad = np.zeros(len(JOINTS))
        position_rad[LEFT_ARM if left else RIGHT_ARM] = found.position_rad
        hand = Posture(position_rad).torso_from("LGrip" if left else "RGrip").rotation[:, 0]
        cosine = float(hand @ direction / np.linalg.norm(direction))
        return ArmSolution(found.position_rad, found.error_m, float(np.arccos(np.clip(cosine, -1.0, 1.0))))

    def _starts(self, point_m: FloatArray, direction: FloatArray | None, *, left: bool) -> list[FloatArray]:
        """Return postures that come near to a place: those that point best first."""
        found = self._voxel(point_m, left=left)
        if found is None:
            return []
        voxel, octant = found
        known = np.flatnonzero(self.octants[voxel])
        here = self.octants[voxel][known] >> octant & 1  # an eighth that is reached comes first
        wanted = self._cosines(np.array([1.0, 0.0, 0.0]) if direction is None else direction, left=left)
        order = known[np.argsort(-(wanted[known] + 0.1 * here), kind="stable")][:STARTS]
        lowest, highest = LOWEST_RAD[LEFT_ARM], HIGHEST_RAD[LEFT_ARM]
        joints = lowest + self.postures[voxel][order] / STEPS * (highest - lowest)
        return list(joints if left else joints * _ARM_SIGNS)

    def _voxel(self, point_m: FloatArray, *, left: bool) -> tuple[tuple[int, int, int], int] | None:
        """Return the voxel of a point and which eighth of it."""
        seen = np.asarray(point_m, dtype=np.float64) * (1.0 if left else MIRROR)
        if not np.isfinite(seen).all():
            return None
        x, y, z = np.floor(2.0 * (seen - corner_m()) / VOXEL_M).astype(int).tolist()
        if not all(0 <= index < 2 * VOXELS for index in (x, y, z)):
            return None
        return (x // 2, y // 2, z // 2), x % 2 + 2 * (y % 2) + 4 * (z % 2)

    def _cosines(self, direction: FloatArray, *, left: bool) -> FloatArray:
        wanted = np.asarray(direction, dtype=np.float64) * (1.0 if left else MIRROR)
        cosines: FloatArray = even_directions() @ (wanted / np.linalg.norm(wanted))
        return cosines


def corner_m() -> FloatArray:
    """Return the lowest corner of the left arm's cube."""
    shoulder = np.array(LINKS[LINK_INDEX["LShoulder"]].offset_m)
    corner: FloatArray = shoulder - 0.5 * VOXELS * VOXEL_M
    return corner


def make_reach_map(*, postures: int = POSTURES) -> ReachMap:
    """Work the map out: some ten seconds on one core."""
    first = LINK_INDEX["LShoulder"]
    links = LINKS[first : first + 5]
    chain = (
        np.array([link.axis for link in links]),
        np.array([link.offset_m for link in links]),
        np.array(PLACES["LGrip"].link_from_place.translation),
    )
    torso = [shape for shape in SHAPES if shape.link == "Torso" and shape.solid]
    bodies = (
        np.array([shape.link_from_shape.translation for shape in torso]),
        np.array([shape.size_m for shape in torso]) + HAND_RADIUS_M,
    )
    cube = (VOXELS, VOXELS, VOXELS)
    best = np.zeros((*cube, DIRECTIONS), dtype=np.float32)
    ease_m3 = np.zeros(cube, dtype=np.float32)
    octants = np.zeros((*cube, DIRECTIONS), dtype=np.uint8)
    kept = np.zeros((*cube, DIRECTIONS, 5), dtype=np.uint8)
    fill(
        postures,
        0,
        golden_steps(),
        (np.array(LOWEST_RAD[LEFT_ARM]), np.array(HIGHEST_RAD[LEFT_ARM])),
        chain,
        bodies,
        (corner_m(), VOXEL_M),
        even_directions(),
        (best, octants, kept, ease_m3),
    )
    return ReachMap(kept, octants, ease_m3)


FORMAT = 1
"""Raised when the way in which the map is made or kept changes."""

logger = logging.getLogger("ludens.reach")


def cache_folder() -> Path:
    """Return where programs of this user may keep what they can make again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludens"


def table_hash(postures: int = POSTURES) -> str:
    """Return a name for everything that the map depends on."""
    arm = [link for link in LINKS if link.name.startswith("L")]
    limits = [(joint, limit.lowest_rad, limit.highest_rad) for joint, limit in LIMITS.items()]
    grip = PLACES["LGrip"].link_from_place.matrix().tolist()
    torso = [
        (shape.name, shape.kind, shape.size_m, shape.link_from_shape.matrix().tolist(), shape.solid)
        for shape in SHAPES
        if shape.link == "Torso"
    ]
    numbers = (FORMAT, VOXEL_M, VOXELS, DIRECTIONS, postures)
    return hashlib.sha256(repr((arm, limits, grip, torso, numbers)).encode()).hexdigest()[:16]


def load_reach_map(folder: Path | None = None, *, postures: int = POSTURES) -> ReachMap:
    """Return the map from its file, or work it out and write the file."""
    path = (cache_folder() if folder is None else folder) / f"nao-reach-{table_hash(postures)}.npz"
    if path.exists():
        try:
            with reading(f"The map of the arms' reach in {path}", remedy="It is made anew."):
                return _read(path)
        except LudensError as problem:
            logger.warning("%s", problem)
    found = make_reach_map(postures=postures)
    try:
        _write(path, found)
    except OSError as problem:
        logger.warning("The map of the arms' reach cannot be kept in %s: %s.", path, problem)
    return found


def _read(path: Path) -> ReachMap:
    with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as kept:
        found = ReachMap(kept["postures"], kept["octants"], kept["ease_m3"])
    cube = (VOXELS, VOXELS, VOXELS)
    shapes = found.postures.shape, found.octants.shape, found.ease_m3.shape
    if shapes != ((*cube, DIRECTIONS, 5), (*cube, DIRECTIONS), cube):
        raise ValueError(f"it holds arrays of shapes {shapes}")
    return found


def _write(path: Path, found: ReachMap) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.stem}-{os.getpid()}.unfinished.npz")  # another may write it too
    np.savez_compressed(unfinished, postures=found.postures, octants=found.octants, ease_m3=found.ease_m3)
    unfinished.replace(path)
