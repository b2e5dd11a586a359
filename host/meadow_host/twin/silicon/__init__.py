"""Simulated silicon: a Raspberry Pi with its pins, MFRC522 readers and ISO 14443 A tags.

It models the datasheets, never a driver, and knows nothing of pieces, games or the table. Start
with `SimulatedPi` in pi.py; install.py lets unmodified vendor packages run on it.
"""
