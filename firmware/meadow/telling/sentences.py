"""What the facts and results of the games say in plain words: data for `meadow.telling.words`.

A sentence may name the fields of what it speaks of, as ``{card}``; who did it (the field ``side``
or another of `WHO`) stands before the sentence. A fact without a sentence here is told by its
name and fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

WHO = ("side", "seat", "place", "older")
"""The fields that tell who did it, or where."""

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        # Any game.
        "fact.paused": "the game is paused ({why})",
        "fact.resumed": "the game goes on after a pause of {paused_ms}",
        "fact.undone": "undone: back to {to_ms}",
        # Sweepers, setting up.
        "fact.card-dealt": "gets card {count}",
        "fact.card-taken": "takes the top card of {younger}",
        "fact.card-drawn": "draws a new card, {left} more to draw",
        "fact.timer-flipped": "flips the sand timer",
        "fact.play-began": "three! Round {round} begins",
        "fact.play-resumed": "three! Play goes on",
        # Playing.
        "fact.card-opened": "opens {card}",
        "fact.team-revealed": "all reveal their next card",
        "fact.token-matched": "match: {token}",
        "fact.token-strayed": "stray: {token}",
        "fact.token-returned": "back to the meadow: {token}",
        "fact.card-covered": "covers {card}",
        "fact.card-reopened": "{token} came off its card, which is open again",
        "fact.signalled": "says that the open card is covered",
        "fact.stashed": "Stashed!",
        "fact.early-shout": "shouts too early: {seen} of {needed} tokens were seen",
        "fact.stop-called": "Stop!",
        "fact.inventory-taken": "shows {tokens}; back to the meadow: {back}",
        # Checking.
        "fact.check-began": "is checked: lays out the tokens",
        "fact.check-ended": "the check finds {mistakes} mistakes: {cards}",
        "fact.penalised": "penalty: {draws} new cards",
        "fact.overruled": "the operator decides: {word} {args}",
        "fact.side-switched-off": "is switched off",
        "fact.round-opened": "round {round} is set up: deal the cards",
        "fact.round-void": "the reader failed: this round counts for no best time",
        "fact.time-ran-out": "the sand has run through",
        # Sweet Takes.
        "fact.card-given": "gets card {count} of the {pile}",
        "fact.leader-named": "last ate a sweet and leads",
        "fact.set-began": "set {set} begins, {leader} leads",
        "fact.stash-announced": "says that the next card is from the stash",
        "fact.card-played": "plays {card}",
        "fact.play-withdrawn": "two cards at once: neither counts, one is to be laid alone",
        "fact.cards-collected": "takes the {suit}: {face_up} face up, {face_down} face down",
        "fact.round-played": "round {round} is over, {leader} leads the next",
        "fact.breach-found": "{card} shows that {suit} were not followed in round {round}",
        "fact.set-ended": "set {set} is over: {scores}",
        "fact.suits-swapped": "the next set is played with {suits}",
        "fact.set-opened": "set {set}: deal the cards",
        "fact.game-ended": "the game is over",
        "fact.reader-switched-off": "the reader is switched off",
    }
)

VARIANTS: Mapping[tuple[str, str, object], str] = MappingProxyType(
    {
        ("fact.token-checked", "fits", True): "right: {token}",
        ("fact.token-checked", "fits", False): "wrong: {token}",
        ("fact.lay-again", "why", "mixed"): "right and wrong tokens at once: lay them one by one",
        ("fact.lay-again", "why", "too-many"): "more tokens than cards: lay them again",
        ("fact.check-ended", "mistakes", 0): "the check finds no mistake",
        ("fact.check-ended", "mistakes", 1): "the check finds 1 mistake: {cards}",
        ("fact.penalised", "draws", 1): "penalty: 1 new card",
        ("fact.card-drawn", "left", 0): "draws a new card, the last",
        ("fact.overruled", "word", "end"): "the operator ends the game",
        ("fact.overruled", "word", "match"): (
            "the operator decides: token {args_1} counts for card {args_2}"
        ),
        ("fact.overruled", "word", "stray"): "the operator decides: token {args_1} fits no card",
        ("fact.round-ended", "won", True): "round {round} is won after {time_ms}",
        ("fact.round-ended", "won", False): "round {round} is lost after {time_ms}",
        ("fact.stop-called", "side", ""): "Stop! (caller not known)",
        ("fact.card-played", "source", "stash"): "plays from the stash: {card}",
        ("fact.card-played", "role", "lead"): "leads {card}",
        ("fact.game-ended", "decided_by", "points"): "most points: {winners}",
        ("fact.game-ended", "decided_by", "last-set"): "a tie, and more points in set 3: {winners}",
        ("fact.game-ended", "decided_by", "cards"): "a tie, and more cards: {winners}",
        ("fact.game-ended", "decided_by", "shared"): "a tie to the last: {winners}",
    }
)
"""(fact, field, value) -> the sentence when the field has that value; these come first."""

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "thats-my-stash": "That's My Stash!",
        "quick-paws": "Quick Paws",
        "sweet-takes": "Sweet Takes",
        "referee-live": "referee live",
        "referee-check": "referee check",
        "way-a": "way A",
        "way-b": "way B",
        "way-c": "way C",
        "way-d": "way D",
        "purple-rings": "purple rings",
        "pink-buttons": "pink buttons",
        "yellow-bears": "yellow bears",
        "white-swirls": "white swirls",
        "green-bursts": "green bursts",
        "blue-worms": "blue worms",
    }
)
"""Values that have a name which people know."""

OUTCOMES: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("sweepers", "stashed"): "victory for {winners}",
        ("sweepers", "won"): "the team has won",
        ("sweepers", "lost-time"): "time ran out: the team has lost",
        ("sweepers", "lost-mismatch"): "a token does not match: the team has lost",
        ("sweepers", "awarded"): "the operator gives the victory to {winners}",
        ("sweepers", "ended"): "ended before anyone won",
        ("sweet-takes", "won"): "sweet victory for {winners}",
        ("sweet-takes", "shared"): "{winners} share the sweet victory",
        ("sweet-takes", "awarded"): "the operator gives the victory to {winners}",
        ("sweet-takes", "ended"): "ended before anyone won",
    }
)
"""(game, outcome) -> what a result says."""

TIMED = frozenset({("sweepers", "stashed"), ("sweepers", "won")})
"""Those after which the time counts."""

SHORT: Mapping[frozenset[str], str] = MappingProxyType(
    {frozenset({"seat", "points", "face_up", "face_down"}): "{seat} {points}"}
)
"""The fields of a thing within a fact -> how it is told in a few words."""
