"""What every action is worth, and why, in words."""
