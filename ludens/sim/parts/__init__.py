"""The parts of which worlds are built. Each file adds one thing to a MuJoCo specification and names its
geoms.

A geom's name starts with what it is, up to a slash: `wall/north`, `obstacle:2/body`, `ball`, `alpha/plate`.
"""
