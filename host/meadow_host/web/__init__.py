"""The meadow in a browser: its page, its socket, and what is said over it."""
