"""The dialog that exports a trajectory: its preview, its verdict, and its work in a process."""
