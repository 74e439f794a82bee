"""What compiled code shares: the Numba compiler and its cache on disk.

Nothing is compiled when a module is imported, only when a function is first called. The kernels
themselves, the rules on integers instead of states, are in the families, and tests compare each of
them with the rules.
"""
