"""The findings of a check as text, JSON, SARIF and JUnit."""
