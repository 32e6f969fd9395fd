"""Which tests run in the same worker: those of a file.

Two workers that take turns at the tests of one file both compile what it uses and both make what its tests
share. A worker that has the whole file does that once, and the other has another file meanwhile.
"""

from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

SHARING_FOLDERS = ("tests/games/morris/solution",)
"""Folders whose files share what is slow to make."""


class WholeFiles(LoadFileScheduling):  # type: ignore[misc]
    """Gives whole files to the workers, in the order in which they are found; some folders go as one.

    That order ends with many small files, so that at the end no worker waits long for the other.
    """

    def _split_scope(self, nodeid: str) -> str:
        for folder in SHARING_FOLDERS:
            if nodeid.startswith(f"{folder}/"):
                return folder
        return str(super()._split_scope(nodeid))
