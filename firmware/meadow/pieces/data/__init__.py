"""The piece sets that come with the table, as TOML."""
