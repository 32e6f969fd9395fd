"""Typed parameters in layers: defaults < location < robot < robot at location < command line < live edit."""

from ludens.core.configuration.configuration import Configuration
from ludens.core.configuration.description import FieldDescription, FieldKind
from ludens.core.configuration.layers import LAYER_NAMES, LayerName
from ludens.core.errors import ConfigurationError

__all__ = [
    "LAYER_NAMES",
    "Configuration",
    "ConfigurationError",
    "FieldDescription",
    "FieldKind",
    "LayerName",
]
