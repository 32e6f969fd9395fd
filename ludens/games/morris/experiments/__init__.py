"""The experiments of morris: levels and players against each other, the judge, the humanoid's body."""
