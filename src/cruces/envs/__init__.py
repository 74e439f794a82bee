"""Environments for learning programs: any game in PettingZoo, Gymnasium and OpenSpiel.

Import ``cruces.envs.pettingzoo``, ``cruces.envs.gymnasium`` or ``cruces.envs.openspiel``: each
registers the games of all families with that library. They need the extra `rl`.
``docs/environments.md`` describes the actions and the observations.
"""
