"""How far clues lie from where eleven numbers put them, and how that changes with each number; compiled."""

import numpy as np

from ludens.core.compiled import compiled, compiled_using
from ludens.games.morris.see import projection
from ludens.games.morris.see.projection import pixel
from ludens.geometry import FloatArray


@compiled
def _turn(roll: float, pitch: float, yaw: float) -> FloatArray:
    """Return Rz(yaw) Ry(pitch) Rx(roll)."""
    cr, sr, cp, sp, cy, sy = (
        np.cos(roll),
        np.sin(roll),
        np.cos(pitch),
        np.sin(pitch),
        np.cos(yaw),
        np.sin(yaw),
    )
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


@compiled
def _numbers(
    state: FloatArray, mount: FloatArray, mount_m: FloatArray, lens: FloatArray, table_height: float
) -> FloatArray:
    """Return the sight that the eleven numbers make, as in `projection`."""
    camera = mount @ _turn(state[4], state[5], state[6])
    board = _turn(0.0, 0.0, state[2])
    shift = np.array([state[0], state[1], table_height + state[3]]) - mount_m
    turned, moved = camera.T @ board, camera.T @ shift
    numbers = np.empty(18)
    for row in range(3):  # slices would take seconds to compile
        for column in range(3):
            numbers[3 * row + column] = turned[row, column]
        numbers[9 + row] = moved[row]
    for index in range(6):
        numbers[12 + index] = lens[index]
    numbers[14] += lens[0] * state[9]
    numbers[15] += lens[1] * state[10]
    numbers[12] *= np.exp(state[7])
    numbers[13] *= np.exp(state[7])
    numbers[16] += state[8]
    return numbers


@compiled_using(projection)
def _misfit(numbers: FloatArray, points: FloatArray, found: FloatArray, across: FloatArray) -> FloatArray:
    misfit = np.empty(len(points))
    for clue in range(len(points)):
        column, row = pixel(numbers, points[clue, 0], points[clue, 1], points[clue, 2])
        if np.isnan(column):
            misfit[clue] = 1e3
        else:
            misfit[clue] = (found[clue, 0] - column) * across[clue, 0] + (found[clue, 1] - row) * across[
                clue, 1
            ]
    return misfit


@compiled_using(projection)
def misfit(
    state: FloatArray,
    mount: FloatArray,
    mount_m: FloatArray,
    lens: FloatArray,
    table_height: float,
    points: FloatArray,
    found: FloatArray,
    across: FloatArray,
) -> FloatArray:
    """Return how far clues are (n,) in pixels from where the eleven numbers put them, along `across`."""
    return _misfit(_numbers(state, mount, mount_m, lens, table_height), points, found, across)


@compiled_using(projection)
def linearised(
    state: FloatArray,
    mount: FloatArray,
    mount_m: FloatArray,
    lens: FloatArray,
    table_height: float,
    points: FloatArray,
    found: FloatArray,
    across: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """Return the misfit (n,) in pixels, and how much of it each number takes away per unit (n, 11)."""
    here = _misfit(_numbers(state, mount, mount_m, lens, table_height), points, found, across)
    slopes = np.empty((len(points), len(state)))
    for index in range(len(state)):
        other = state.copy()
        other[index] += 1e-5
        moved = _misfit(_numbers(other, mount, mount_m, lens, table_height), points, found, across)
        for clue in range(len(points)):
            slopes[clue, index] = (here[clue] - moved[clue]) / 1e-5
    return here, slopes
