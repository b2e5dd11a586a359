"""Simulated players of Sweepers at the level of trays: they lay and lift pieces, nothing else."""

from meadow_host.twin.players.bare import BareTable, Played, Stalemate, play_session
from meadow_host.twin.players.circle import PlayerStats
from meadow_host.twin.players.company import Players
from meadow_host.twin.players.hands import Eyes, Hands
from meadow_host.twin.players.memory import Deed
from meadow_host.twin.players.skill import MISTAKES, Skill, flawless

__all__ = [
    "MISTAKES",
    "BareTable",
    "Deed",
    "Eyes",
    "Hands",
    "Played",
    "PlayerStats",
    "Players",
    "Skill",
    "Stalemate",
    "flawless",
    "play_session",
]
