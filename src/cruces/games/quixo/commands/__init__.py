"""The commands of this family."""
