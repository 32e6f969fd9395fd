"""Measures of every region of a label image: size, colour, place.

One pass over the picture, wherever the labels come from: the segmentation, a colour threshold, or a test.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludens.core.compiled import compiled, read_only
from ludens.vision.images import LabelImage, RgbImage, VisionError, as_rgb

_Whole = npt.NDArray[np.int32]
_Float = npt.NDArray[np.float64]
_Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """All regions of one picture, as arrays with one entry per region: index i describes label i.

    Columns count to the right and rows downwards, whole numbers are pixel centres. A label that no pixel
    carries has a count of 0, a mean of NaN and an empty box.
    """

    labels: LabelImage
    pixel_count: _Whole
    mean_rgb: _Float
    """(count, 3), 0 to 255."""
    centroid_px: _Float
    """(count, 2): column, row."""
    left_px: _Whole
    """First column of the bounding box."""
    top_px: _Whole
    right_px: _Whole
    """Last column, inside the box."""
    bottom_px: _Whole

    def __len__(self) -> int:
        """Return the number of labels."""
        return len(self.pixel_count)

    @property
    def touches_left(self) -> _Flags:
        """Tell which regions reach the left border of the picture, and may go on behind it."""
        touches: _Flags = self.left_px == 0
        return touches

    @property
    def touches_top(self) -> _Flags:
        """Tell which regions reach the top border."""
        touches: _Flags = self.top_px == 0
        return touches

    @property
    def touches_right(self) -> _Flags:
        """Tell which regions reach the right border."""
        touches: _Flags = self.right_px == self.labels.shape[1] - 1
        return touches

    @property
    def touches_bottom(self) -> _Flags:
        """Tell which regions reach the bottom border."""
        touches: _Flags = self.bottom_px == self.labels.shape[0] - 1
        return touches

    @property
    def touches_border(self) -> _Flags:
        """Tell which regions reach any border."""
        return self.touches_left | self.touches_top | self.touches_right | self.touches_bottom


def measure_regions(labels: LabelImage, pixels_rgb: RgbImage) -> Regions:
    """Measure every region; pixels with a negative label are in none."""
    pixels = as_rgb(pixels_rgb)
    if labels.shape != pixels.shape[:2] or labels.dtype != np.int32:
        raise VisionError(
            f"A label image for {pixels.shape[:2]} pixels is an int32 array of that shape; "
            f"got {labels.shape} of {labels.dtype}."
        )
    sums, boxes = _sums_and_boxes(np.ascontiguousarray(labels), read_only(pixels))
    pixel_count = sums[:, 0]
    with np.errstate(invalid="ignore"):
        means = sums[:, 1:] / pixel_count[:, np.newaxis]
    return Regions(
        labels=labels,
        pixel_count=pixel_count.astype(np.int32),
        mean_rgb=means[:, :3],
        centroid_px=means[:, 3:],
        left_px=boxes[:, 0],
        top_px=boxes[:, 1],
        right_px=boxes[:, 2],
        bottom_px=boxes[:, 3],
    )


@compiled
def _sums_and_boxes(labels: LabelImage, pixels: RgbImage) -> tuple[npt.NDArray[np.int64], _Whole]:
    """Return (count, 6) sums of 1, red, green, blue, column, row, and (count, 4) left, top, right, bottom.

    Works along runs of equal labels in a row, so that the tables are touched once a run and not once a pixel.
    """
    height, width = labels.shape
    count = 0
    for row in range(height):
        for column in range(width):
            count = max(count, labels[row, column] + 1)
    sums = np.zeros((count, 6), dtype=np.int64)
    boxes = np.empty((count, 4), dtype=np.int32)
    boxes[:, :2] = max(height, width)
    boxes[:, 2:] = -1
    for row in range(height):
        start = 0
        while start < width:
            label = labels[row, start]
            red, green, blue = 0, 0, 0
            stop = start
            while stop < width and labels[row, stop] == label:
                red += pixels[row, stop, 0]
                green += pixels[row, stop, 1]
                blue += pixels[row, stop, 2]
                stop += 1
            if label >= 0:
                length = stop - start
                entry = sums[label]
                entry[0] += length
                entry[1] += red
                entry[2] += green
                entry[3] += blue
                entry[4] += length * (start + stop - 1) // 2
                entry[5] += length * row
                box = boxes[label]
                box[0] = min(box[0], start)
                box[1] = min(box[1], row)
                box[2] = max(box[2], stop - 1)
                box[3] = max(box[3], row)
            start = stop
    return sums, boxes
