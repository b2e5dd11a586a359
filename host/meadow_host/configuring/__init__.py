"""Settings on a laptop: a file to start with, a schema for editors, checks and comparison."""
