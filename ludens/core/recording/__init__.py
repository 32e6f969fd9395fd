"""Recordings of runs: one MCAP file that viewers open and from which every delivery is rebuilt exactly."""

from ludens.core.errors import RecordingError
from ludens.core.recording.comparison import Comparison, ComparisonResult, TopicComparison
from ludens.core.recording.metadata import FORMAT_VERSION, RecordingMetadata, metadata_of
from ludens.core.recording.recorder import Recorder, recover
from ludens.core.recording.recording import Outputs, RecordedItem, Recording, Topic

__all__ = [
    "FORMAT_VERSION",
    "Comparison",
    "ComparisonResult",
    "Outputs",
    "RecordedItem",
    "Recorder",
    "Recording",
    "RecordingError",
    "RecordingMetadata",
    "Topic",
    "TopicComparison",
    "metadata_of",
    "recover",
]
