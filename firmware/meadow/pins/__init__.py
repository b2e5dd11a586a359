"""Which pin of the Raspberry Pi serves what: pins.toml, its reading, and what clashes in it."""
