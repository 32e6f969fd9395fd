"""The flags of a NAO's battery board, as LoLA sends them: a signed 16-bit number, written as a float.

A robot on its own battery was seen to send −32724, one at the charger −32628: both hold bit 15 and both FETs.
Programs of other teams look at different flags, one of them at a single bit of the float; so a simulated
robot sends exactly what a real one does. A plain 0 would lack the flag `DISCHARGING` too.
"""

CHARGE_FET_ON = 1 << 2
DISCHARGE_FET_ON = 1 << 3
DISCHARGING = 1 << 5
CHARGING = 1 << 7
ALWAYS_SET = 1 << 15

BATTERY_DISCHARGING = (ALWAYS_SET | CHARGE_FET_ON | DISCHARGE_FET_ON | DISCHARGING) - (1 << 16)
BATTERY_CHARGING = (ALWAYS_SET | CHARGE_FET_ON | DISCHARGE_FET_ON | CHARGING) - (1 << 16)
