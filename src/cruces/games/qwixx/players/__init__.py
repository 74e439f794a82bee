"""The bots, from greedy to strong."""
