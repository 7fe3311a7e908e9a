"""What a check found, as text, JSON, SARIF and JUnit."""
