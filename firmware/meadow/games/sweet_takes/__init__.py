"""Sweet Takes: tricks in up to six suits for two to five players, one set or three."""

from meadow.games.sweet_takes.package import PACKAGE

__all__ = ["PACKAGE"]
