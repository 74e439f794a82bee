"""The hot loops, compiled by Numba: what the rules say, on integers instead of states.

Nothing is compiled when a module is imported, only when a function is first called; what was
compiled is kept on disk. Tests hold every function here to the rules in ``games``.
"""
