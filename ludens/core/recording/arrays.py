"""numpy arrays in JSON: type, shape, and the numbers; small arrays readably, large ones as base64."""

from base64 import b64decode
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.core.recording.errors import RecordingError
from ludens.core.recording.numbers import unpack_number

READABLE_SIZE = 64  # a covariance can be read and plotted in any viewer; an image need not be


def pack_array(array: NDArray[Any]) -> dict[str, Any]:
    """The array as plain Python; numbers that are not finite are left for the caller to pack."""
    if array.dtype.kind not in "biufc":
        raise RecordingError(f"An array of {array.dtype} cannot be recorded; only arrays of numbers can.")
    head = {"dtype": array.dtype.str, "shape": array.shape}
    if array.size <= READABLE_SIZE and array.dtype.kind != "c":
        return head | {"values": array.ravel().tolist()}
    return head | {"data": array.tobytes()}


def unpack_array(plain: dict[str, Any]) -> NDArray[Any]:
    """The array again, in memory of its own."""
    dtype = np.dtype(plain["dtype"])
    if "values" in plain:
        flat = np.array([unpack_number(value) for value in plain["values"]], dtype=dtype)
    else:
        flat = np.frombuffer(b64decode(plain["data"]), dtype=dtype).copy()
    return flat.reshape(plain["shape"])
