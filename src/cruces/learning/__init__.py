"""Courses and exercises: what they consist of, and the exercise of the day; asks the family."""
