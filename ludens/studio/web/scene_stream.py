"""Sends the world to browsers: what there is, then only what has moved; nothing while nobody looks."""

import asyncio
import struct
from collections.abc import Callable

import msgspec
import numpy as np
from fastapi import WebSocket, WebSocketDisconnect
from numpy.typing import NDArray

from ludens.messages import SceneDescription, ScenePoses
from ludens.studio.session import Session

SCENE_URL = "/scene"
PERIOD_S = 0.033
UNSEEN = 2e-5  # metres, or parts of a quaternion, that something may have moved without being sent
LOOK = "look"  # what a browser says when its page comes into sight; anything else means that it rests

HEADER = struct.Struct("<dII")  # time in seconds, number of the run, number of entities

CurrentSession = Callable[[], Session | None]


class SceneStream:
    """Serves the scene of whatever is played to any number of browsers."""

    def __init__(self, session: CurrentSession) -> None:
        self._session = session

    async def serve(self, socket: WebSocket) -> None:
        """Send to one browser until it leaves."""
        await socket.accept()
        looking = asyncio.Event()
        sender = asyncio.create_task(self._send(socket, looking))
        try:
            while True:
                if await socket.receive_text() == LOOK:
                    looking.set()
                else:
                    looking.clear()
        except WebSocketDisconnect:
            pass
        finally:
            sender.cancel()

    async def _send(self, socket: WebSocket, looking: asyncio.Event) -> None:
        sent = SentScene()
        while True:
            await looking.wait()
            session = self._session()
            if session is not None:
                scene = session.scene
                for part in sent.parts(scene.description, scene.poses, run=session.status.run_number):
                    await (socket.send_text(part) if isinstance(part, str) else socket.send_bytes(part))
            await asyncio.sleep(PERIOD_S)


class SentScene:
    """What one browser knows of the world, and what it has to be told next."""

    def __init__(self) -> None:
        self._description: SceneDescription | None = None
        self._poses: ScenePoses | None = None
        self._numbers: dict[str, int] = {}
        self._names: tuple[str, ...] = ()
        self._known: NDArray[np.intp] = np.zeros(0, np.intp)  # which poses are of described entities
        self._entities: NDArray[np.uint32] = np.zeros(0, np.uint32)  # whose they are
        self._sent: NDArray[np.float32] | None = None
        self._run = -1

    def parts(
        self, description: SceneDescription | None, poses: ScenePoses | None, *, run: int
    ) -> list[str | bytes]:
        """Text that describes another world, and bytes of what has moved since the last time."""
        parts: list[str | bytes] = []
        if description is None:
            return parts
        if description is not self._description:
            if self._description is None or description.entities != self._description.entities:
                parts.append(described(description))
                self._numbers = {entity.name: number for number, entity in enumerate(description.entities)}
                self._names = ()
            self._description, self._poses, self._sent = description, None, None
        if poses is not None and poses is not self._poses:
            self._poses = poses
            moved = self._moved(poses, run)
            if moved:
                parts.append(moved)
        return parts

    def _moved(self, poses: ScenePoses, run: int) -> bytes:
        if poses.names != self._names:
            self._names, self._sent = poses.names, None
            numbers = [self._numbers.get(name, -1) for name in poses.names]
            self._known = np.flatnonzero(np.array(numbers) >= 0)
            self._entities = np.array(numbers)[self._known].astype(np.uint32)
        if run != self._run:
            self._run, self._sent = run, None
        rows = np.empty((len(poses.names), 7), np.float32)
        rows[:, :3] = poses.positions_m
        rows[:, 3:] = np.asarray(poses.orientations)[:, (1, 2, 3, 0)]
        rows = rows[self._known]
        if self._sent is None:
            moved = np.ones(len(rows), dtype=bool)
            self._sent = rows
        else:
            moved = np.abs(rows - self._sent).max(axis=1) > UNSEEN
            self._sent = np.where(moved[:, np.newaxis], rows, self._sent)  # so that small moves add up
        if not moved.any():
            return b""
        entities = self._entities[moved]
        return HEADER.pack(poses.time_s, run, len(entities)) + entities.tobytes() + rows[moved].tobytes()


def described(description: SceneDescription) -> str:
    """All entities with their shapes, as JSON for the browser."""
    entities = [
        {
            "name": entity.name,
            "shapes": [
                {
                    "kind": shape.kind,
                    "size": shape.size_m,
                    "position": shape.position_m,
                    "orientation": shape.orientation,
                    "colour": shape.colour_rgba,
                    "finish": shape.finish,
                }
                for shape in entity.shapes
            ],
        }
        for entity in description.entities
    ]
    return msgspec.json.encode({"entities": entities}).decode()
