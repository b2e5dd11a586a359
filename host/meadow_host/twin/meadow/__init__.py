"""The meadow without wood and cardboard: tokens, rakes and hands as physics and geometry."""
