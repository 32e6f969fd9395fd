"""The magnet gripper on the flange: an electromagnet on a spring, which gives way where it meets a piece.

Length and diameter are those of the gripper in the thesis; spring, travel and pull are ours.
"""

LENGTH_M = 0.110
"""From the flange to the face of the magnet, spring relaxed."""
MAGNET_RADIUS_M = 0.015
MAGNET_HEIGHT_M = 0.012
TRAVEL_M = 0.015
"""How far the magnet can be pushed in."""
SPRING_N_PER_M = 250.0
PRELOAD_N = 1.0
"""What it takes to push it in at all: more than the magnet's own weight sways."""
PULL_N = 8.0
"""On a steel plate that it touches; pieces weigh half a newton."""
MASS_KG = 0.25
SHELL_RADIUS_M = 0.018
"""Of the tube that guides the magnet: it may pass between pieces, and touches what it is driven into."""
