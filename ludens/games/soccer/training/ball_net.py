"""Trains the ball net with JAX and writes it as ONNX.

    16 × 16 × 3 → 6 maps (3 × 3, halved) → 10 maps (3 × 3, halved) → 12 maps (3 × 3) → mean → one number

1,833 weights, 7.3 kB. Everything that is random comes from the seed, so that the same seed gives the same
weights.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.core.errors import LudensError
from ludens.games.soccer.training.ball_samples import BallSamples, varied
from ludens.vision.balls.net import prepared
from ludens.vision.balls.sample import SAMPLE_PX

MAPS = (3, 6, 10, 12)
Weights = dict[str, NDArray[np.float32]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPlan:
    """How long and how fast."""

    rounds: int = 40
    batch: int = 256
    rate: float = 4e-3
    decay: float = 1e-4


def train(
    samples: BallSamples, *, seed: int, plan: TrainingPlan, progress: Callable[[int, float], None]
) -> Weights:
    """Return trained weights; `progress` hears round and mean loss."""
    jax, jnp = _jax()
    random = np.random.default_rng(seed)
    weights = {name: jnp.asarray(value) for name, value in _first_weights(random).items()}
    balls = samples.is_ball.astype(np.float32)
    share = max(float(balls.mean()), 1e-3)
    importance = np.where(samples.is_ball, 0.5 / share, 0.5 / max(1.0 - share, 1e-3)).astype(np.float32)

    def loss(weights: Any, pictures: Any, truth: Any, matters: Any) -> Any:
        logits = _forward(jax, jnp, weights, pictures)
        softened = 0.02 + 0.96 * truth
        errors = jnp.logaddexp(0.0, logits) - softened * logits
        size = sum(jnp.sum(value**2) for name, value in weights.items() if name.startswith("kernel"))
        return jnp.mean(matters * errors) + plan.decay * size

    def step(weights: Any, moments: Any, count: Any, rate: Any, batch: Any) -> Any:
        value, slopes = jax.value_and_grad(loss)(weights, *batch)
        moved, kept = {}, {}
        for name, slope in slopes.items():
            first = 0.9 * moments[name][0] + 0.1 * slope
            second = 0.999 * moments[name][1] + 0.001 * slope**2
            corrected = (first / (1 - 0.9**count)) / (jnp.sqrt(second / (1 - 0.999**count)) + 1e-8)
            moved[name] = weights[name] - rate * corrected
            kept[name] = (first, second)
        return moved, kept, value

    quick_step = jax.jit(step)
    moments = {name: (jnp.zeros_like(value), jnp.zeros_like(value)) for name, value in weights.items()}
    count, batches = 0, max(len(samples) // plan.batch, 1)
    for number in range(plan.rounds):
        order, total = random.permutation(len(samples)), 0.0
        rate = plan.rate * 0.5 * (1.0 + np.cos(np.pi * number / plan.rounds))
        for batch in range(batches):
            chosen = order[batch * plan.batch : (batch + 1) * plan.batch]
            pictures = prepared(varied(samples.pixels[chosen], random))
            count += 1
            weights, moments, value = quick_step(
                weights, moments, float(count), float(rate), (pictures, balls[chosen], importance[chosen])
            )
            total += float(value)
        progress(number + 1, total / batches)
    return {name: np.asarray(value, np.float32) for name, value in weights.items()}


def to_onnx(weights: Weights) -> bytes:
    """Return the net with these weights as an ONNX file that OpenCV reads."""
    try:
        import onnx
        from onnx import helper, numpy_helper
    except ImportError as error:
        raise LudensError(MISSING.format("onnx")) from error
    tensors = [numpy_helper.from_array(value, name) for name, value in sorted(weights.items())]
    nodes, last = [], "picture"
    for layer in range(len(MAPS) - 1):
        names = [last, f"kernel{layer}", f"offset{layer}"]
        nodes.append(helper.make_node("Conv", names, [f"map{layer}"], kernel_shape=[3, 3], pads=[1, 1, 1, 1]))
        nodes.append(helper.make_node("Relu", [f"map{layer}"], [f"lit{layer}"]))
        last = f"lit{layer}"
        if layer < 2:
            nodes.append(
                helper.make_node("MaxPool", [last], [f"half{layer}"], kernel_shape=[2, 2], strides=[2, 2])
            )
            last = f"half{layer}"
    nodes.append(helper.make_node("GlobalAveragePool", [last], ["mean"]))
    nodes.append(helper.make_node("Conv", ["mean", "kernel3", "offset3"], ["logit"], kernel_shape=[1, 1]))
    picture = helper.make_tensor_value_info(
        "picture", onnx.TensorProto.FLOAT, ["samples", 3, SAMPLE_PX, SAMPLE_PX]
    )
    logit = helper.make_tensor_value_info("logit", onnx.TensorProto.FLOAT, ["samples", 1, 1, 1])
    graph = helper.make_graph(nodes, "ball", [picture], [logit], tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    model.producer_name = "ludens"
    onnx.checker.check_model(model)
    data: bytes = model.SerializeToString(deterministic=True)
    return data


MISSING = (
    "Training needs the package '{}', which is not installed here. "
    "Install the extra: pip install 'ludens[training]'."
)


def check_libraries() -> None:
    """Say what is missing before pictures are drawn for minutes."""
    for name in ("jax", "onnx"):
        if find_spec(name) is None:
            raise LudensError(MISSING.format(name))


def _jax() -> tuple[Any, Any]:
    # One thread: sums are added in the same order on any number of cores, and the weights stay the same.
    flags = os.environ.get("XLA_FLAGS", "")
    os.environ["XLA_FLAGS"] = f"{flags} --xla_cpu_multi_thread_eigen=false".strip()
    try:
        import jax
        import jax.numpy as jnp
    except ImportError as error:
        raise LudensError(MISSING.format("jax")) from error
    return jax, jnp


def _first_weights(random: np.random.Generator) -> Weights:
    weights: Weights = {}
    for layer, (before, after) in enumerate(pairwise(MAPS)):
        size = np.sqrt(2.0 / (9 * before))
        weights[f"kernel{layer}"] = (size * random.standard_normal((after, before, 3, 3))).astype(np.float32)
        weights[f"offset{layer}"] = np.zeros(after, np.float32)
    weights["kernel3"] = (0.3 * random.standard_normal((1, MAPS[-1], 1, 1))).astype(np.float32)
    weights["offset3"] = np.zeros(1, np.float32)
    return weights


def _forward(jax: Any, jnp: Any, weights: Any, pictures: Any) -> Any:
    """Return one logit a picture, (samples,), as the ONNX net does."""
    values = pictures
    for layer in range(len(MAPS) - 1):
        values = jax.lax.conv_general_dilated(values, weights[f"kernel{layer}"], (1, 1), "SAME")
        values = jnp.maximum(values + weights[f"offset{layer}"][None, :, None, None], 0.0)
        if layer < 2:
            values = jax.lax.reduce_window(values, -jnp.inf, jax.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
    mean = values.mean(axis=(2, 3))
    return mean @ weights["kernel3"][0, :, 0, 0] + weights["offset3"][0]
