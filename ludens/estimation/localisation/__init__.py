"""Where a robot is on a field it knows, by landmarks it sees: several hypotheses, each a Kalman filter."""
