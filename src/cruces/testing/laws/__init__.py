"""The laws of the contract, by subject; each function checks one state."""
