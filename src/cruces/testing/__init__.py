"""What a game is tested with: the conformance kit, the fuzzer, playthroughs, strategies.

No product code imports it. `python -m cruces.testing.fuzz` and `python -m
cruces.testing.playthrough` run on their own, so this file imports neither.
"""
