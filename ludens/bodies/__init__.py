"""Lists of modules that keep a robot's body going, for every game that uses this robot."""
