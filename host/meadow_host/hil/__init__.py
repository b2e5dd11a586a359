"""Hardware in the loop: a pytest plugin by which one test runs on the twin and on real tables."""
