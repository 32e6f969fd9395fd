"""How a robot is reached: simulation, recording, hardware; peers of the one interface in
`ludens.core.contract.driver`.
"""
