"""What only spectators see: nothing here is in a robot's pictures, is felt or is heard."""
