"""Makes the exercises that come with the package."""
