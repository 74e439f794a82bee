"""The games that come with Cruces: one folder for each family, complete in itself.

Nothing outside imports them. The registry (``cruces.core.registry``) finds each family through its
entry point, as it finds the families of other packages.
"""
