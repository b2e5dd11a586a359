"""Simulated players at a meadow: the minds of `twin.players`, with hands that move as people's."""
