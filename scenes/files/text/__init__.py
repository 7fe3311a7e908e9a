"""The text of a YAML file with the place of every key: read, explained, edited."""
