"""Renders one small frame off screen and says in a sentence whether that worked.

A program of its own (`python -m ludens.cli.rendering_probe`): a broken graphics driver may end the process,
so `ludens doctor` and `scripts/setup` ask from outside. Imports nothing of ours: it answers even when a room
is broken.
"""

import os
import sys

SCENE = """
<mujoco>
  <worldbody>
    <light pos="0 0 3"/>
    <geom type="sphere" size="0.2" rgba="1 0 0 1"/>
    <camera pos="0 -1 0" xyaxes="1 0 0 0 0 1"/>
  </worldbody>
</mujoco>
"""
WIDTH_PX = 32
HEIGHT_PX = 24


def render_red_ball() -> tuple[int, int, int]:
    """Render a red ball and return the colour in the middle of the picture."""
    if sys.platform.startswith("linux"):
        os.environ.setdefault("MUJOCO_GL", "egl")
    import mujoco

    model = mujoco.MjModel.from_xml_string(SCENE)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    with mujoco.Renderer(model, height=HEIGHT_PX, width=WIDTH_PX) as renderer:
        renderer.update_scene(data, camera=0)
        red, green, blue = renderer.render()[HEIGHT_PX // 2, WIDTH_PX // 2]
    return int(red), int(green), int(blue)


def main() -> None:
    """Print the outcome; the exit code is 1 when no correct picture came out."""
    try:
        red, green, blue = render_red_ball()
    except Exception as error:  # noqa: BLE001 - whatever a graphics stack raises, the answer is a sentence
        sys.exit(f"Off-screen rendering failed: {type(error).__name__}: {error}")
    if red < 50 or max(green, blue) > red // 2:
        sys.exit(f"Off-screen rendering ran, but a red ball came out as colour {red, green, blue}.")
    sys.stdout.write(f"Off-screen rendering works ({os.environ.get('MUJOCO_GL', 'default')}).\n")


if __name__ == "__main__":
    main()
