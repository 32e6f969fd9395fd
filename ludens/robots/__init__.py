"""What each robot is: dimensions, limits, kinematics, sensor places and how noisy its parts are."""
