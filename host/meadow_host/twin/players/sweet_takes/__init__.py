"""Simulated players of Sweet Takes: they deal, look at their hands, lay cards, collect them."""

from meadow_host.twin.players.sweet_takes.choosing import Chooser, Sight, at_random, sensible
from meadow_host.twin.players.sweet_takes.company import CardPlayers
from meadow_host.twin.players.sweet_takes.skill import CardSkill, Mistake

__all__ = ["CardPlayers", "CardSkill", "Chooser", "Mistake", "Sight", "at_random", "sensible"]
