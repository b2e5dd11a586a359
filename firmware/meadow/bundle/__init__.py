"""What a table is told by its owner: settings, sets of pieces and register, as one bundle."""
