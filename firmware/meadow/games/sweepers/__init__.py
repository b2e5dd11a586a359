"""Sweepers: "That's My Stash!" and "Quick Paws", ways A to D."""

from meadow.games.sweepers.package import PACKAGE

__all__ = ["PACKAGE"]
