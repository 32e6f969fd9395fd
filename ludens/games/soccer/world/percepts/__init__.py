"""Percepts from truth: a simulated world tells what a robot's eyes would have seen, without any picture."""
