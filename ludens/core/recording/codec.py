"""Messages as JSON bytes and back, exactly. One codec for each message class, made once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from ludens.core.errors import RecordingError
from ludens.core.foreign import unreadable
from ludens.core.recording.converters import Schema, object_converter, pack_array, pack_numbers
from ludens.core.recording.foxglove import FORMS, Form


@dataclass(frozen=True, slots=True)
class Codec:
    """How one class of messages is recorded, under a schema of Foxglove's or of ours (`ludens.Odometry`)."""

    kind: type[Any]
    schema_name: str
    schema: Schema
    encode: Callable[[Any], bytes]
    unpack: Callable[[Any], Any]

    def decode(self, data: bytes) -> Any:
        """The message, or the value of a stream, that was recorded."""
        try:
            return self.unpack(msgspec.json.decode(data))
        except RecordingError:
            raise
        except Exception as error:
            raise unreadable(
                f"A recorded {self.kind.__name__}",
                error,
                remedy="It is damaged, or another version of the program recorded it.",
                error=RecordingError,
            ) from error


_codecs: dict[type[Any], Codec] = {}


def codec_of(kind: type[Any]) -> Codec:
    """The codec of a class of messages, or of the values of a stream."""
    codec = _codecs.get(kind)
    if codec is None:
        form = FORMS.get(kind)
        codec = _codecs[kind] = _own_codec(kind) if form is None else _form_codec(kind, form)
    return codec


def encode_plain(plain: Any) -> bytes:
    """JSON of plain Python. What is not finite would become `null`, so then the long way is taken."""
    data = _encode(plain)
    return _encode(pack_numbers(plain)) if b"null" in data else data


def _form_codec(kind: type[Any], form: Form) -> Codec:
    pack = form.pack
    return Codec(kind, form.name, form.schema, lambda message: encode_plain(pack(message)), form.unpack)


def _own_codec(kind: type[Any]) -> Codec:
    converter = object_converter(kind)
    pack = converter.pack

    def encode_packed(message: Any) -> bytes:
        return _encode(pack(message))

    def encode_native(message: Any) -> bytes:
        data = _encode(message)
        return _encode(pack(message)) if b"null" in data else data

    encode = encode_native if converter.native else encode_packed
    return Codec(kind, f"ludens.{kind.__name__}", converter.schema or {}, encode, converter.unpack)


def _foreign(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return pack_array(value)
    if isinstance(value, np.generic):
        return value.item()
    raise NotImplementedError(f"Values of type {type(value).__name__} cannot be recorded.")


_encode = msgspec.json.Encoder(enc_hook=_foreign).encode
