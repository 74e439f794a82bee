"""Its share of the command line."""
