"""Names in programs: where they are defined and used, and the edits that rename them."""
