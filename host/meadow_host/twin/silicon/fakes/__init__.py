"""Stand-ins for the packages that reach a Raspberry Pi's hardware, each bound to a simulated Pi."""
