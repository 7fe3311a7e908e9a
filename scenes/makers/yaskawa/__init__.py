"""Yaskawa INFORM: jobs (`.jbi`) written and read back, and jobs of any author."""
