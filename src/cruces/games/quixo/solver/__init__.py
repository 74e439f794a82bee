"""Every position of Quixo, solved: won, lost or drawn, and on small boards how far from the end."""

DEVICES = ("cpu", "cuda")
"""What can solve; here, because naming them must not load a compiler."""
