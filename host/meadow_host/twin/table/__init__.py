"""A simulated table in real time: the meadow lives in a thread of its own, over a board's chips."""
