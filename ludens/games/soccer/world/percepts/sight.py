"""What a camera has in view of a field, and where it takes it to be: compiled, no chance in it.

A point of the field goes through the camera as it is to a pixel, and back to the ground through the camera as
the robot believes it to be, which is turned by a small angle. So errors grow with distance, and are the same
for all that one picture shows, as those of real eyes are.

Pictures are told by a row of numbers: where the camera is in the robot's frame (rotation, 9 numbers, place,
3), the same rotation as the robot believes it to be (9), and the robot's pose on the field (3).
"""

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray

PLACE, BELIEVED, POSE, NUMBERS = 9, 12, 21, 24
"""Where the parts of a picture's row begin, and its length; the rotation comes first."""
SAMPLE_M = 0.08
"""Lines are looked at in steps of this length."""
ROBOT_RADIUS_M = 0.13
"""Robots hide what is behind them: about half the width of a NAO with its arms."""
ITSELF_M = 0.09
"""Whoever stands so near is the robot itself: no two bodies come so close."""
NEAREST_M = 0.05
"""Before the camera: nearer things are not in the picture."""


@compiled
def camera_over_ground(yaw_rad: float, pitch_rad: float, mount: FloatArray, neck_m: FloatArray) -> FloatArray:
    """Return rotation and place (12 numbers) of a camera in the robot's frame, by the head's joints.

    `mount` is how it sits in the head, likewise 12 numbers; `neck_m` is where the head turns, above the
    ground of a body that stands upright.
    """
    cy, sy, cp, sp = np.cos(yaw_rad), np.sin(yaw_rad), np.cos(pitch_rad), np.sin(pitch_rad)
    head = np.array(((cy * cp, -sy, cy * sp), (sy * cp, cy, sy * sp), (-sp, 0.0, cp)))
    camera = np.empty(BELIEVED)
    for row in range(3):
        for column in range(4):
            total = neck_m[row] if column == 3 else 0.0
            for number in range(3):
                part = mount[PLACE + number] if column == 3 else mount[3 * number + column]
                total += head[row, number] * part
            camera[PLACE + row if column == 3 else 3 * row + column] = total
    return camera


@compiled
def whole_picture(
    camera: FloatArray,
    pose: tuple[float, float, float],
    off_rad: FloatArray,
    draws: FloatArray,
    robots_draws: FloatArray,
    sigmas: tuple[float, float],
    points_m: FloatArray,
    lines_m: FloatArray,
    robots: FloatArray,
    lens: FloatArray,
    limits_m: tuple[float, float],
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return the numbers of a picture, and what it shows.

    That is points, stretches of lines with their numbers and distances, and robots, all in one call. The
    camera is taken for turned by `off_rad` and a chance angle. `sigmas` are of that angle, and of pixels;
    `draws` are three for the camera, two for every point and for either end of every line.
    """
    turned_rad = off_rad + sigmas[0] * draws[:3]
    noise_px = sigmas[1] * draws[3:].reshape(-1, 2)
    picture = _picture_of(camera, pose, turned_rad)
    count = points_m.shape[0]
    points = seen_points(points_m, 0.0, picture, lens, robots, noise_px)
    lines, known = _seen_lines(lines_m, picture, lens, robots, noise_px[count:], limits_m)
    others = _seen_robots(robots, picture, lens, sigmas[1] * robots_draws)
    return picture, points, lines, known, others


@compiled
def _picture_of(camera: FloatArray, pose: tuple[float, float, float], off_rad: FloatArray) -> FloatArray:
    picture = np.empty(NUMBERS)
    picture[:BELIEVED] = camera
    roll, pitch, yaw = off_rad
    for row in range(3):
        ahead, left, up = camera[3 * row], camera[3 * row + 1], camera[3 * row + 2]
        picture[BELIEVED + 3 * row] = ahead + yaw * left - pitch * up
        picture[BELIEVED + 3 * row + 1] = left - yaw * ahead + roll * up
        picture[BELIEVED + 3 * row + 2] = up + pitch * ahead - roll * left
    picture[POSE], picture[POSE + 1], picture[POSE + 2] = pose
    return picture


@compiled
def seen_points(
    points_m: FloatArray,
    height_m: float,
    picture: FloatArray,
    lens: FloatArray,
    robots: FloatArray,
    noise_px: FloatArray,
) -> FloatArray:
    """Return a row for every place of the field that is in the picture and not hidden by a robot.

    A row is the place's number, its distance, column and row, and where it is taken to be, in the robot's
    frame. `lens` is focal length, width, height and the rim in which nothing is found; `robots` begin with
    their places on the field; `noise_px` (points, 2) is how far off the pixels are.
    """
    seen = np.empty((points_m.shape[0], 6))
    count = 0
    others_m = _others(robots, picture)
    for number in range(points_m.shape[0]):
        x_m, y_m = _to_robot(points_m[number, 0], points_m[number, 1], picture)
        column, row, ahead_m = _to_pixel(x_m, y_m, height_m, picture, lens)
        if not _in_picture(column, row, ahead_m, lens) or _is_hidden(x_m, y_m, 0.0, picture, others_m):
            continue
        column, row = column + noise_px[number, 0], row + noise_px[number, 1]
        seen_x, seen_y, comes_down = _to_ground(column, row, height_m, picture, lens)
        if comes_down:
            seen[count, 0], seen[count, 1] = number, np.hypot(x_m, y_m)
            seen[count, 2], seen[count, 3] = column, row
            seen[count, 4], seen[count, 5] = seen_x, seen_y
            count += 1
    return seen[:count]


@compiled
def _seen_robots(
    robots: FloatArray, picture: FloatArray, lens: FloatArray, noise_px: FloatArray
) -> FloatArray:
    """Return a row for every other robot whose feet are in the picture and not hidden by another robot.

    Rows, `robots` and `noise_px` are as in `seen_points`.
    """
    seen = np.empty((robots.shape[0], 6))
    count = 0
    others_m = _others(robots, picture)
    for number in range(robots.shape[0]):
        x_m, y_m = _to_robot(robots[number, 0], robots[number, 1], picture)
        away_m = np.hypot(x_m, y_m)
        column, row, ahead_m = _to_pixel(x_m, y_m, 0.0, picture, lens)
        if away_m <= ITSELF_M or not _in_picture(column, row, ahead_m, lens):
            continue
        if _is_hidden(x_m, y_m, ITSELF_M, picture, others_m):
            continue
        column, row = column + noise_px[number, 0], row + noise_px[number, 1]
        seen_x, seen_y, comes_down = _to_ground(column, row, 0.0, picture, lens)
        if comes_down:
            seen[count, 0], seen[count, 1] = number, away_m
            seen[count, 2], seen[count, 3] = column, row
            seen[count, 4], seen[count, 5] = seen_x, seen_y
            count += 1
    return seen[:count]


@compiled
def _seen_lines(
    lines_m: FloatArray,
    picture: FloatArray,
    lens: FloatArray,
    robots: FloatArray,
    noise_px: FloatArray,
    limits_m: tuple[float, float],
) -> tuple[FloatArray, FloatArray]:
    """Return the stretches of lines in the picture, (n, 4) in the robot's frame; their numbers and distances.

    Of every line the longest stretch counts. `limits_m` are the least length and the greatest distance.
    """
    found = np.empty((lines_m.shape[0], 4))
    known = np.empty((lines_m.shape[0], 2))
    count = 0
    others_m = _others(robots, picture)
    least_m, farthest_m = limits_m
    for number in range(lines_m.shape[0]):
        first_x, first_y = _to_robot(lines_m[number, 0], lines_m[number, 1], picture)
        last_x, last_y = _to_robot(lines_m[number, 2], lines_m[number, 3], picture)
        steps = max(int(np.hypot(last_x - first_x, last_y - first_y) / SAMPLE_M), 1)
        best_begin, best_end, begin = 0, -1, -1
        enters, leaves = _stretch_in_picture(first_x, first_y, last_x, last_y, picture, lens)
        for step in range(max(int(enters * steps) - 1, 0), min(int(leaves * steps) + 2, steps) + 1):
            share = step / steps
            x_m, y_m = first_x + share * (last_x - first_x), first_y + share * (last_y - first_y)
            visible = x_m * x_m + y_m * y_m < farthest_m * farthest_m
            if visible:
                column, row, ahead_m = _to_pixel(x_m, y_m, 0.0, picture, lens)
                visible = _in_picture(column, row, ahead_m, lens)
            if visible:
                visible = not _is_hidden(x_m, y_m, 0.0, picture, others_m)
            if visible:
                begin = step if begin < 0 else begin
                if step - begin > best_end - best_begin:
                    best_begin, best_end = begin, step
            else:
                begin = -1
        if (best_end - best_begin) * SAMPLE_M < least_m:
            continue
        nearest_m = farthest_m
        whole = True
        for end in range(2):
            share = (best_begin if end == 0 else best_end) / steps
            x_m, y_m = first_x + share * (last_x - first_x), first_y + share * (last_y - first_y)
            nearest_m = min(nearest_m, np.hypot(x_m, y_m))
            column, row, _ = _to_pixel(x_m, y_m, 0.0, picture, lens)
            noise = noise_px[2 * number + end]
            column, row = column + noise[0], row + noise[1]
            seen_x, seen_y, comes_down = _to_ground(column, row, 0.0, picture, lens)
            found[count, 2 * end], found[count, 2 * end + 1] = seen_x, seen_y
            whole = whole and comes_down
        if whole:
            known[count, 0], known[count, 1] = number, nearest_m
            count += 1
    return found[:count], known[:count]


@compiled
def outline(picture: FloatArray, lens: FloatArray, columns: int, farthest_m: float) -> FloatArray:
    """Return the corners (2 · columns, 2) of the ground in the picture, no farther than so many metres.

    None where even the lowest row shows only what is farther away.
    """
    corners = np.empty((2 * columns, 2))
    rim = lens[3]
    for number in range(columns):
        column = rim + (lens[1] - 1.0 - 2.0 * rim) * number / (columns - 1)
        near_x, near_y, comes_down = _to_ground(column, lens[2] - 1.0 - rim, 0.0, picture, lens)
        near_m = np.hypot(near_x, near_y)
        if not comes_down or near_m >= farthest_m:
            return corners[:0]
        far_x, far_y, comes_down = _to_ground(column, rim, 0.0, picture, lens)
        if not comes_down or np.hypot(far_x, far_y) > farthest_m:
            bearing = np.arctan2(near_y, near_x)
            far_x, far_y = farthest_m * np.cos(bearing), farthest_m * np.sin(bearing)
        corners[number, 0], corners[number, 1] = near_x, near_y
        corners[2 * columns - 1 - number, 0], corners[2 * columns - 1 - number, 1] = far_x, far_y
    return corners


@compiled
def _to_robot(x_m: float, y_m: float, picture: FloatArray) -> tuple[float, float]:
    dx, dy = x_m - picture[POSE], y_m - picture[POSE + 1]
    cosine, sine = np.cos(picture[POSE + 2]), np.sin(picture[POSE + 2])
    return cosine * dx + sine * dy, -sine * dx + cosine * dy


@compiled
def _to_camera(x_m: float, y_m: float, z_m: float, picture: FloatArray) -> tuple[float, float, float]:
    """Return how far ahead, left and up of the camera a point in the robot's frame is."""
    dx, dy, dz = x_m - picture[PLACE], y_m - picture[PLACE + 1], z_m - picture[PLACE + 2]
    ahead = picture[0] * dx + picture[3] * dy + picture[6] * dz
    left = picture[1] * dx + picture[4] * dy + picture[7] * dz
    up = picture[2] * dx + picture[5] * dy + picture[8] * dz
    return ahead, left, up


@compiled
def _to_pixel(
    x_m: float, y_m: float, z_m: float, picture: FloatArray, lens: FloatArray
) -> tuple[float, float, float]:
    """Return column, row and the distance along the camera's axis of a point in the robot's frame."""
    ahead, left, up = _to_camera(x_m, y_m, z_m, picture)
    if ahead < NEAREST_M:
        return -1.0, -1.0, ahead
    column = 0.5 * (lens[1] - 1.0) - lens[0] * left / ahead
    return column, 0.5 * (lens[2] - 1.0) - lens[0] * up / ahead, ahead


@compiled
def _in_picture(column: float, row: float, ahead_m: float, lens: FloatArray) -> bool:
    inside = lens[3] <= column <= lens[1] - 1.0 - lens[3] and lens[3] <= row <= lens[2] - 1.0 - lens[3]
    return ahead_m >= NEAREST_M and inside


@compiled
def _stretch_in_picture(
    first_x: float, first_y: float, last_x: float, last_y: float, picture: FloatArray, lens: FloatArray
) -> tuple[float, float]:
    """Return the shares of a straight line on the ground at which it enters the picture and leaves it.

    The second is -1 where the line is nowhere in the picture.
    """
    enters, leaves = 0.0, 1.0
    first_ahead, first_left, first_up = _to_camera(first_x, first_y, 0.0, picture)
    last_ahead, last_left, last_up = _to_camera(last_x, last_y, 0.0, picture)
    wide, high = 0.5 * (lens[1] - 1.0) - lens[3], 0.5 * (lens[2] - 1.0) - lens[3]
    for edge in range(5):
        if edge == 0:
            first_in, last_in = first_ahead - NEAREST_M, last_ahead - NEAREST_M
        elif edge < 3:
            side = 1.0 if edge == 1 else -1.0
            first_in = wide * first_ahead + side * lens[0] * first_left
            last_in = wide * last_ahead + side * lens[0] * last_left
        else:
            side = 1.0 if edge == 3 else -1.0
            first_in = high * first_ahead + side * lens[0] * first_up
            last_in = high * last_ahead + side * lens[0] * last_up
        if first_in < 0.0 and last_in < 0.0:
            return 1.0, -1.0
        if first_in < 0.0:
            enters = max(enters, first_in / (first_in - last_in))
        elif last_in < 0.0:
            leaves = min(leaves, first_in / (first_in - last_in))
    return enters, leaves


@compiled
def _to_ground(
    column: float, row: float, height_m: float, picture: FloatArray, lens: FloatArray
) -> tuple[float, float, bool]:
    """Return where a pixel's ray, through the camera as believed, meets the plane at a height."""
    left = -(column - 0.5 * (lens[1] - 1.0)) / lens[0]
    up = -(row - 0.5 * (lens[2] - 1.0)) / lens[0]
    b = BELIEVED
    x = picture[b] + picture[b + 1] * left + picture[b + 2] * up
    y = picture[b + 3] + picture[b + 4] * left + picture[b + 5] * up
    z = picture[b + 6] + picture[b + 7] * left + picture[b + 8] * up
    if z > -1e-3:
        return 0.0, 0.0, False
    way = (height_m - picture[PLACE + 2]) / z
    return picture[PLACE] + way * x, picture[PLACE + 1] + way * y, True


@compiled
def _others(robots: FloatArray, picture: FloatArray) -> FloatArray:
    """Return robots of the field in the robot's frame, without itself."""
    others = np.empty((robots.shape[0], 2))
    count = 0
    for number in range(robots.shape[0]):
        x_m, y_m = _to_robot(robots[number, 0], robots[number, 1], picture)
        if np.hypot(x_m, y_m) > ITSELF_M:
            others[count, 0], others[count, 1] = x_m, y_m
            count += 1
    return others[:count]


@compiled
def _is_hidden(x_m: float, y_m: float, depth_m: float, picture: FloatArray, robots_m: FloatArray) -> bool:
    """Whether a robot (rows of places in the robot's frame) stands between camera and point.

    It stands nearer than the point by a depth, so that a robot does not hide itself.
    """
    from_x, from_y = picture[PLACE], picture[PLACE + 1]
    way_x, way_y = x_m - from_x, y_m - from_y
    away = np.hypot(way_x, way_y)
    if away < 1e-6:
        return False
    for number in range(robots_m.shape[0]):
        dx, dy = robots_m[number, 0] - from_x, robots_m[number, 1] - from_y
        along = (dx * way_x + dy * way_y) / away
        across = abs(dx * way_y - dy * way_x) / away
        if 0.0 < along < away - depth_m and across < ROBOT_RADIUS_M:
            return True
    return False
