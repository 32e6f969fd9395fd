"""Training the ball net on pictures that the simulation draws."""
