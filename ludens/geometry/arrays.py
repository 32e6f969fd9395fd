"""The array types that geometry takes and gives."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

FloatArray: TypeAlias = npt.NDArray[np.float64]
"""Double precision, of the shape that the docstring names."""
