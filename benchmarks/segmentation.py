"""How long our segmentation takes, beside OpenCV's and scikit-image's, on one core of this machine.

    python -m benchmarks.segmentation [--repeats N]

All see the same pictures with the same parameters, in turns; processor time is counted, so that other work
on the machine disturbs little. OpenCV joins four neighbours and scikit-image eight, so each is compared with
ours of that kind.
"""

# ruff: noqa: T201 - a benchmark prints

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
import skimage.data
from skimage.segmentation import felzenszwalb

from benchmarks.machine import machine
from ludens.vision.circle import roundness
from ludens.vision.colour import Colour, colour_score
from ludens.vision.disc_edge import locate_disc
from ludens.vision.images import RgbImage
from ludens.vision.regions import measure_regions
from ludens.vision.segmentation import segment

SCALE, SIGMA_PX, MINIMUM_SIZE_PX = 100.0, 0.8, 20


def pictures() -> dict[str, RgbImage]:
    """Return pictures of 320x240: a painted floor with a ball, three photographs, and noise as the worst."""

    def small(picture: RgbImage) -> RgbImage:
        return cv2.resize(picture, (320, 240), interpolation=cv2.INTER_AREA).astype(np.uint8)

    random = np.random.default_rng(1)
    rows, columns = np.mgrid[:240, :320]
    floor = np.stack([130 + 0.1 * rows, 120 + 0.1 * rows, 110 + 0.05 * columns], axis=-1)
    floor[rows < 90] = (185, 190, 180)
    floor[(columns - 200) ** 2 + (rows - 150) ** 2 < 900] = (30, 170, 45)
    photographs: dict[str, Callable[[], RgbImage]] = {
        "astronaut": skimage.data.astronaut,
        "coffee": skimage.data.coffee,
        "cat": skimage.data.chelsea,
    }
    return {
        "floor with ball": np.clip(floor + random.normal(0.0, 3.0, floor.shape), 0, 255).astype(np.uint8),
        **{name: small(load()) for name, load in photographs.items()},
        "noise": random.integers(0, 256, (240, 320, 3), dtype=np.uint8),
    }


ours = partial(segment, scale=SCALE, sigma_px=SIGMA_PX, minimum_size_px=MINIMUM_SIZE_PX)


def see_ball(picture: RgbImage) -> None:
    """Do what a ball detector does with a picture: regions, and the circle of each round green one."""
    regions = measure_regions(ours(picture), picture)
    for index in np.flatnonzero(colour_score(regions.mean_rgb, Colour.GREEN) > 0.2).tolist():
        if roundness(regions, index) > 0.6:
            locate_disc(picture, regions, index, Colour.GREEN)


def contenders() -> dict[str, Callable[[RgbImage], object]]:
    """Return what is timed, by name."""
    opencv = cv2.ximgproc.segmentation.createGraphSegmentation(SIGMA_PX, SCALE, MINIMUM_SIZE_PX)
    return {
        "ours 8": ours,
        "scikit-image 8": partial(felzenszwalb, scale=SCALE, sigma=SIGMA_PX, min_size=MINIMUM_SIZE_PX),
        "ours 4": partial(ours, connectivity=4),
        "OpenCV 4": opencv.processImage,
        "whole vision": see_ball,
    }


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time that some work takes in this thread."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def main() -> None:
    """Print one row per picture: median milliseconds a frame, and the two ratios."""
    parser = argparse.ArgumentParser(description="Time image segmentation at 320x240 on one core.")
    parser.add_argument("--repeats", type=int, default=20, help="frames per picture and contender")
    repeats = parser.parse_args().repeats
    cv2.setNumThreads(1)
    timed, scenes = contenders(), pictures()
    first_s = seconds(lambda: see_ball(scenes["floor with ball"]))
    print(f"{machine()}, OpenCV {cv2.__version__}, one core")
    print(f"first frame, with compiling or loading compiled code: {first_s:.2f} s")
    print("median ms a frame (number: neighbours)")
    header = "".join(f"{name:>16}" for name in timed)
    print(f"{'picture':<18}{header}{'skimage/ours':>14}{'OpenCV/ours':>13}")
    for title, picture in scenes.items():
        samples: dict[str, list[float]] = {name: [] for name in timed}
        for _ in range(repeats):
            for name, work in timed.items():
                samples[name].append(1e3 * seconds(partial(work, picture)))
        medians = {name: statistics.median(values) for name, values in samples.items()}
        row = "".join(f"{medians[name]:16.2f}" for name in timed)
        to_skimage = medians["scikit-image 8"] / medians["ours 8"]
        to_opencv = medians["OpenCV 4"] / medians["ours 4"]
        print(f"{title:<18}{row}{to_skimage:14.1f}{to_opencv:13.1f}")


if __name__ == "__main__":
    main()
