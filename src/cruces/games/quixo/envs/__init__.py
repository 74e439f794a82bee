"""Quixo for programs that learn: actions and positions as numbers."""
