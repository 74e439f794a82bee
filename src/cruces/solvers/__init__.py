"""What the solvers of all families share: files, errors, progress."""
