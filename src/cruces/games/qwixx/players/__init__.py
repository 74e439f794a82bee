"""Those who play it, from greedy to strong."""
