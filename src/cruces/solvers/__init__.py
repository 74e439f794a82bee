"""Exact answers: their computation, their files, and how to look them up."""
