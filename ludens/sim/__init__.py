"""MuJoCo worlds built from parts; sensors with noise, delay and faults; a simulated person.

Pictures are drawn off-screen through EGL, which needs no display. MuJoCo reads that choice when it is
imported, so it is made here, before any file of this room imports it; a user who set `MUJOCO_GL` keeps
their own.
"""

import os
import sys

if sys.platform == "linux":
    os.environ.setdefault("MUJOCO_GL", "egl")
