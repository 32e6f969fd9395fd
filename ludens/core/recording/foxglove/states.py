"""Joints, faults, and where the wheels say a robot is."""

import math

from ludens.core.contract.keys import join
from ludens.core.recording.converters import object_converter
from ludens.core.recording.errors import RecordingError
from ludens.core.recording.foxglove.members import Plain, exact_time_s, stamp
from ludens.core.recording.numbers import unpack_number
from ludens.geometry import Pose2
from ludens.messages import Fault, JointStates, Odometry

_ERROR_LEVEL = 4
_FAULT = object_converter(Fault)


def pack_joints(joints: JointStates) -> Plain:
    """One row a joint; what a robot does not measure is left out."""
    columns = {
        "position": joints.positions_rad,
        "velocity": joints.velocities_radps,
        "effort": joints.torques_nm,
    }
    measured = {name: values for name, values in columns.items() if values}
    wrong = [name for name, values in measured.items() if len(values) != len(joints.names)]
    if wrong:
        raise RecordingError(
            f"JointStates has {len(joints.names)} names, but another number of values for {', '.join(wrong)}."
        )
    rows = [
        {"name": joint, **{name: values[index] for name, values in measured.items()}}
        for index, joint in enumerate(joints.names)
    ]
    return {"timestamp": stamp(joints.time_s), "joints": rows, "time_s": joints.time_s}


def unpack_joints(plain: Plain) -> JointStates:
    """The joints again."""
    rows = plain["joints"]

    def column(name: str) -> tuple[float, ...]:
        return tuple(unpack_number(row[name]) for row in rows if name in row)

    return JointStates(
        time_s=exact_time_s(plain),
        names=tuple(row["name"] for row in rows),
        positions_rad=column("position"),
        velocities_radps=column("velocity"),
        torques_nm=column("effort"),
    )


def pack_fault(fault: Fault) -> Plain:
    """A line in the log; the whole fault stands beside it."""
    return {
        "timestamp": stamp(fault.time_s),
        "level": _ERROR_LEVEL,
        "message": f"{fault.what} {fault.consequence}",
        "name": fault.where,
        "file": "",
        "line": 0,
        "fault": _FAULT.pack(fault),
    }


def unpack_fault(plain: Plain) -> Fault:
    """The fault again."""
    fault: Fault = _FAULT.unpack(plain["fault"])
    return fault


def odometry_transform(odometry: Odometry, robot: str) -> Plain:
    """`robot_from_odometry` as a moving frame, for viewers only; the message itself is recorded as it is.

    The robot is the parent: in simulation its own parent is the ground, and a frame may have only one.
    """
    pose = odometry.odometry_from_robot
    finite = all(map(math.isfinite, (pose.x_m, pose.y_m, pose.yaw_rad)))
    back = pose.inverse() if finite else Pose2(math.nan, math.nan, math.nan)
    return {
        "timestamp": stamp(odometry.time_s),
        "parent_frame_id": robot or "robot",  # as the scene calls it
        "child_frame_id": join(robot, "odometry"),
        "translation": {"x": back.x_m, "y": back.y_m, "z": 0.0},
        "rotation": {
            "x": 0.0,
            "y": 0.0,
            "z": math.sin(0.5 * back.yaw_rad),
            "w": math.cos(0.5 * back.yaw_rad),
        },
    }
