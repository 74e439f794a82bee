"""`cruces oracle`: exact values, to learn from and to judge players by."""
