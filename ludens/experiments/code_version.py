"""Which code made a row: the version and a fingerprint of the package's own files.

The version number stays for weeks while the code changes every hour. Rows of different code must not end up
in one table unnoticed, neither in a folder that is continued nor on a cluster whose machines differ.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path

import ludens

FILE_KINDS = (".py", ".toml")  # what decides how a trial ends


@cache
def code_version() -> str:
    """For example `0.1.0+5f3a9c21`: equal exactly when Python and TOML files of the package are equal."""
    return f"{ludens.__version__}+{fingerprint(Path(ludens.__file__).parent)}"


def fingerprint(folder: Path) -> str:
    """Eight hexadecimal digits that change with the name or content of any such file below `folder`."""
    digest = sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix in FILE_KINDS:
            content = path.read_bytes()
            digest.update(f"{path.relative_to(folder).as_posix()}:{len(content)}:".encode())
            digest.update(content)
    return digest.hexdigest()[:8]
