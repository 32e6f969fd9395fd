"""Keeps the map of the arms' reach in a file, since it takes some seconds to work out.

The file lies in the user's cache folder. Its name holds a hash of everything the map depends on, so that a
changed table of links, limits or shapes makes a new one. A file that cannot be read is made anew.
"""

import hashlib
import io
import logging
import os
import zipfile
from pathlib import Path

import numpy as np

from ludens.robots.nao.joints import LIMITS
from ludens.robots.nao.kinematics.reach import DIRECTIONS, POSTURES, VOXEL_M, VOXELS, ReachMap, make_reach_map
from ludens.robots.nao.links import LINKS
from ludens.robots.nao.places import PLACES
from ludens.robots.nao.shapes import SHAPES

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
            return _read(path)
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            logger.warning("The map of the arms' reach in %s cannot be read; it is made anew.", path)
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
