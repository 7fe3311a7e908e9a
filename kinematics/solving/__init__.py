"""The front door of the inverse problem: all solutions of any arm, or those near joint values."""
