"""The certificate of singular poses: all complex solutions of a pose near by, followed to it.

In reading order: complex_solutions, pose_lines, path_tracking, starts, path_ends, accounts.
"""
