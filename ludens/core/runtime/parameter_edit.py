"""A live edit as a message, so that it stands in a recording and the replay can make it again.

Only what changed is written down: a replay with other parameters keeps those that nobody edited.
"""

import json
from typing import Any

import msgspec

from ludens.core.configuration.leaves import build, leaves_of, values_of
from ludens.core.errors import LudensError, did_you_mean
from ludens.messages import ParameterChange, ParameterEdit


def edit_between(before: Any, after: Any, *, section: str, time_s: float) -> ParameterEdit:
    """What turns the parameters of a section from one into the other."""
    old = values_of(before)
    changed = {key: value for key, value in values_of(after).items() if key not in old or old[key] != value}
    return ParameterEdit(
        time_s=time_s,
        section=section,
        changes=tuple(
            ParameterChange(key=key, value=json.dumps(msgspec.to_builtins(value)))
            for key, value in changed.items()
        ),
    )


def edited(parameters: Any, edit: ParameterEdit) -> Any:
    """The parameters with a recorded edit made; an error where they have no such parameter today."""
    kind = type(parameters)
    leaves, values = leaves_of(kind), values_of(parameters)
    for change in edit.changes:
        if change.key not in leaves:
            raise LudensError(
                f"The recorded edit sets '{change.key}', which {kind.__name__} does not have; "
                f"{did_you_mean(change.key, leaves)}"
            )
        values[change.key] = msgspec.convert(json.loads(change.value), leaves[change.key].annotation)
    return build(kind, values)
