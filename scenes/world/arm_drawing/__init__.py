"""The drawing of an arm by lines and symbols, as textbooks draw it."""
