"""LoLA, the low-level link of the NAO V6: a client that drives a real robot, a server that is one."""
