"""The simulated iiwa: its servos, its magnet and what its sensors report."""
