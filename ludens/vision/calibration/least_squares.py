"""Non-linear least squares after Levenberg and Marquardt, with derivatives by differences.

Each step solves  (Jᵀ J + λ diag Jᵀ J) Δx = -Jᵀ r;  λ falls after a step that helps and grows after one that
does not.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray

Residuals = Callable[[FloatArray], FloatArray]

DIFFERENCE = 1e-6
MOST_STEPS = 50
DONE = 1e-10
"""Relative gain of a step below which there is nothing left to gain."""


@dataclass(frozen=True, slots=True, eq=False)
class Minimum:
    """Where the sum of squares is least, and how surely: the inverse of Jᵀ J there."""

    x: FloatArray
    residuals: FloatArray
    covariance: FloatArray  # for residuals of unit variance


def minimise(residuals: Residuals, start: FloatArray, *, scale: FloatArray) -> Minimum:
    """Return the least squares near `start`; `scale` is a small step of each number."""
    x = np.array(start, dtype=np.float64)
    now = residuals(x)
    damping = 1e-3
    for _ in range(MOST_STEPS):
        jacobian = _jacobian(residuals, x, now, scale)
        normal, gradient = jacobian.T @ jacobian, jacobian.T @ now
        gained = 0.0
        while damping < 1e9:
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), -gradient)
            tried = residuals(x + step)
            gained = float(now @ now - tried @ tried)
            if gained > 0.0:
                x, now, damping = x + step, tried, max(0.2 * damping, 1e-9)
                break
            damping *= 5.0
        if gained <= DONE * float(now @ now):
            break
    jacobian = _jacobian(residuals, x, now, scale)
    covariance: FloatArray = np.linalg.pinv(jacobian.T @ jacobian, hermitian=True).astype(np.float64)
    return Minimum(x, now, covariance)


def _jacobian(residuals: Residuals, x: FloatArray, now: FloatArray, scale: FloatArray) -> FloatArray:
    columns = []
    for index in range(x.size):
        moved = x.copy()
        moved[index] += DIFFERENCE * scale[index]
        columns.append((residuals(moved) - now) / (DIFFERENCE * scale[index]))
    return np.column_stack(columns)
